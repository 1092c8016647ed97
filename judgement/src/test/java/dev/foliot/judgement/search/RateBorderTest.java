package dev.foliot.judgement.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.judgement.search.RateObservation.Outcome;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RateBorderTest {
  private static final List<RateObservation> SEEN =
      List.of(
          new RateObservation(10_000, Outcome.HOLDS),
          new RateObservation(20_000, Outcome.BREAKS),
          new RateObservation(30_000, Outcome.INSUFFICIENT));

  @Test
  void shouldLieBetweenARateThatHoldsAndOneThatBreaks() {
    // one fork of each says little: a task may have two speeds
    RateBorder border = RateBorder.of(List.of(SEEN.get(0), SEEN.get(1), SEEN.get(0), SEEN.get(1)));

    assertThat(RateBorder.of(SEEN).quantile(0.5)).isBetween(12_000.0, 17_000.0);
    assertThat(border.quantile(0.5)).isBetween(12_000.0, 17_000.0);
    assertThat(border.above(10_000) - border.above(20_000)).isGreaterThan(0.5);
  }

  @Test
  void shouldBeMoreCertainWithMoreForks() {
    List<RateObservation> more =
        List.of(SEEN.get(0), SEEN.get(0), SEEN.get(1), SEEN.get(1), SEEN.get(1));

    assertThat(RateBorder.of(more).quantile(0.975)).isLessThan(RateBorder.of(SEEN).quantile(0.975));
    assertThat(RateBorder.of(more).quantile(0.025))
        .isGreaterThan(RateBorder.of(SEEN).quantile(0.025));
  }

  @Test
  void shouldHaveQuantilesThatAgreeWithItsChances() {
    RateBorder border = RateBorder.of(SEEN);

    for (double probability : new double[] {0.025, 0.3, 0.5, 0.9, 0.975}) {
      assertThat(border.above(border.quantile(probability)))
          .isCloseTo(1 - probability, Offset.offset(1e-9));
    }
  }

  @Test
  void shouldExpectMostOfAForkInTheMiddle() {
    RateBorder border = RateBorder.of(SEEN);

    assertThat(border.expectedDoubt(14_000))
        .isLessThan(border.expectedDoubt(10_000))
        .isLessThan(border.expectedDoubt(20_000));
  }

  @Test
  void shouldKnowNothingWithoutAForkThatSaysSomething() {
    assertThatThrownBy(() -> RateBorder.of(SEEN.subList(2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
