package dev.foliot.report.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.SlowestMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlowEpisodeTest {
  @Test
  void shouldJoinMessagesThatFollowEachOtherClosely() {
    // 1000 messages, 5 slow ones: closer than 1000 / 5 / 10 = 20 is one episode.
    List<SlowEpisode> episodes =
        SlowEpisode.of(
            List.of(
                message(120, 0, 900, 10),
                message(100, 0, 500, 10),
                message(141, 0, 300, 10),
                message(500, 0, 200, 10),
                message(519, 0, 100, 10)),
            1000);

    assertThat(episodes).hasSize(3);
    assertThat(episodes.getFirst().messages())
        .extracting(SlowestMessage::index)
        .containsExactly(100L, 120L);
    assertThat(episodes.getFirst().slowest().index()).isEqualTo(120);
    assertThat(episodes.getLast().messages()).hasSize(2);
  }

  @Test
  void shouldJoinMessagesThatWaitedInOneQueue() {
    // The second was due at 300 ms, before the first ended at 500 ms, and mostly waited.
    SlowestMessage first = message(100, 100, 400, 0);
    SlowestMessage waited = message(300, 300, 250, 240);
    SlowestMessage worked = message(600, 450, 100, 0);

    List<SlowEpisode> episodes = SlowEpisode.of(List.of(first, waited, worked), 1000);

    assertThat(episodes).hasSize(2);
    assertThat(episodes.getFirst().messages()).containsExactly(first, waited);
    assertThat(episodes.getFirst().startS()).isEqualTo(0.1);
    assertThat(episodes.getFirst().endS()).isEqualTo(0.55);
  }

  @Test
  void shouldFindNoneAmongNone() {
    assertThat(SlowEpisode.of(List.of(), 0)).isEmpty();
  }

  private static SlowestMessage message(
      long index, long intendedMs, long responseMs, long backlogMs) {
    long ms = 1_000_000;
    long end = (intendedMs + responseMs) * ms;
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(
            intendedMs * ms,
            (intendedMs + backlogMs) * ms,
            end,
            responseMs * ms,
            (responseMs - backlogMs) * ms,
            backlogMs * ms,
            0),
        1,
        "",
        Map.of());
  }
}
