package dev.foliot.judgement.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Forks;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void shouldGiveTheMedianAndTheRangeOverTheForks() {
    Map<SummaryKey, Map<String, Spread>> summary =
        Summary.of(List.of(Forks.of(30), Forks.of(10), Forks.of(20)), 1, 1);

    assertThat(summary.get(SummaryKey.parse("response")))
        .containsEntry("p50", new Spread(20L, 10L, 30L));
    assertThat(summary.get(SummaryKey.parse("probe a/b")))
        .containsEntry("max", new Spread(20L, 10L, 30L));
  }

  @Test
  void shouldTakeTheMiddleOfTwo() {
    assertThat(
            Summary.of(List.of(Forks.of(10), Forks.of(21)), 1, 1).get(SummaryKey.parse("response")))
        .containsEntry("p50", new Spread(16L, 10L, 21L));
  }

  @Test
  void shouldNotChooseAmongTheForksByWhatTheyKnow() {
    assertThat(
            Summary.of(List.of(Forks.of(10), Forks.dead()), 1, 1).get(SummaryKey.parse("response")))
        .containsEntry("p50", new Spread(null, null, null));
  }

  @Test
  void shouldKeepTheArmsApart() {
    assertThat(Summary.of(List.of(Forks.of(10)), 2, 1))
        .containsKeys(SummaryKey.parse("arm 0 response"), SummaryKey.parse("arm 1 response"))
        .doesNotContainKey(SummaryKey.parse("response"));
  }

  /** A row less on a busy machine would make a reader fail. */
  @Test
  void shouldHaveTheProbesOfInvalidForksWithoutFigures() {
    assertThat(Summary.of(List.of(Forks.invalid(10)), 1, 1).get(SummaryKey.parse("probe a/b")))
        .containsEntry("p50", new Spread(null, null, null));
  }

  @Test
  void shouldKeepTheLoadsApart() {
    Map<SummaryKey, Map<String, Spread>> summary =
        Summary.of(
            List.of(
                Forks.at(0, 0, 10, Validity.valid()),
                Forks.at(0, 1, 20, Validity.valid()),
                Forks.at(0, 1, 30, Validity.of(Verdict.INVALID, Reasons.plain(List.of("died"))))),
            1,
            2);

    assertThat(summary.get(SummaryKey.parse("load 0 response")))
        .containsEntry("p50", new Spread(10L, 10L, 10L));
    assertThat(summary.get(SummaryKey.parse("load 1 response")))
        .containsEntry("p50", new Spread(20L, 20L, 20L));
    assertThat(Summary.of(List.of(), 2, 2))
        .containsKeys(
            SummaryKey.parse("arm 0 load 1 service"), SummaryKey.parse("arm 1 load 0 jitter"));
  }
}
