package dev.foliot.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.load.Failure;
import dev.foliot.load.LiveSample;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LivePulseTest {
  private static final long MS = 1_000_000;

  @Test
  void shouldTellTheFailuresOfEachTimeByKind() {
    LiveCounts one = new LiveCounts();
    LiveCounts other = new LiveCounts();
    LivePulse pulse = new LivePulse(List.of(one, other), 0);
    one.failed(Failure.RESET.code());
    other.failed(Failure.RESET.code());
    other.failed(Failure.STATUS + 503);

    LiveSample first = pulse.sample(0, 500 * MS);
    one.failed(Failure.TIME_OUT.code());
    LiveSample second = pulse.sample(0, 1_000 * MS);

    assertThat(first.errors()).isEqualTo(Map.of("reset", 2L, "status 503", 1L));
    assertThat(first.counts().errors()).isEqualTo(3);
    assertThat(second.errors()).isEqualTo(Map.of("time-out", 1L));
    assertThat(pulse.sample(0, 1_500 * MS).errors()).isEmpty();
  }
}
