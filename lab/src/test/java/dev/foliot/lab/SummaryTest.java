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
        Summary.of(List.of(Forks.of(30), Forks.of(10), Forks.of(20)), 1);

    assertThat(summary.get("response")).containsEntry("p50", new Spread(20L, 10L, 30L));
    assertThat(summary.get("probe a/b")).containsEntry("max", new Spread(20L, 10L, 30L));
  }

  @Test
  void shouldTakeTheMiddleOfTwo() {
    assertThat(Summary.of(List.of(Forks.of(10), Forks.of(21)), 1).get("response"))
        .containsEntry("p50", new Spread(16L, 10L, 21L));
  }

  @Test
  void shouldNotChooseAmongTheForksByWhatTheyKnow() {
    assertThat(Summary.of(List.of(Forks.of(10), Forks.dead()), 1).get("response"))
        .containsEntry("p50", new Spread(null, null, null));
  }

  @Test
  void shouldKeepTheArmsApart() {
    assertThat(Summary.of(List.of(Forks.of(10)), 2))
        .containsKeys("arm 0 response", "arm 1 response")
        .doesNotContainKey("response");
  }
}
