package dev.foliot.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.SlowMessage;
import dev.foliot.load.schedule.PhaseLog.SlowRequests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SlowRequestsTest {
  private static final long START = 5_000;

  @Test
  void shouldKeepTheSlowestOfManyWithTheirTimes() {
    List<Integer> lengths = new ArrayList<>();
    for (int i = 1; i <= 10 * SlowRequests.KEPT; i++) {
      lengths.add(i);
    }
    Collections.shuffle(lengths, new Random(1));
    SlowRequests slowest = new SlowRequests();
    for (int length : lengths) {
      slowest.ended(length, START + 20_000, length, length - 1, 1, new RequestTimes());
    }

    List<SlowMessage> kept = slowest.since(START);

    assertThat(kept).hasSize(SlowRequests.KEPT);
    assertThat(kept)
        .extracting(SlowMessage::responseNs)
        .allMatch(ns -> ns > 9L * SlowRequests.KEPT);
    assertThat(kept)
        .contains(
            new SlowMessage(10_000, 10_000, 1, 10_001, 20_000, 0, List.of(0L, 0L, 0L, 0L, 0L)));
  }
}
