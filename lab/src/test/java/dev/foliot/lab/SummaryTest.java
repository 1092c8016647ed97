package dev.foliot.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void shouldGiveTheMedianAndTheRangeOverTheForks() {
    Map<String, Map<String, Spread>> summary =
        Summary.of(List.of(Forks.of(30), Forks.of(10), Forks.of(20)));

    assertThat(summary.get("response")).containsEntry("p50", new Spread(20L, 10L, 30L));
    assertThat(summary.get("probe a/b")).containsEntry("max", new Spread(20L, 10L, 30L));
  }

  @Test
  void shouldTakeTheMiddleOfTwo() {
    assertThat(Summary.of(List.of(Forks.of(10), Forks.of(21))).get("response"))
        .containsEntry("p50", new Spread(16L, 10L, 21L));
  }

  @Test
  void shouldPassOverWhatAForkDoesNotKnow() {
    assertThat(Summary.of(List.of(Forks.of(10), Forks.dead())).get("response"))
        .containsEntry("p50", new Spread(10L, 10L, 10L))
        .containsEntry("p99_99", new Spread(null, null, null));
  }
}
