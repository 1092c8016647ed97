package dev.foliot.judgement.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.search.RateFinder.End;
import dev.foliot.judgement.search.RateObservation.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateFinderTest {
  private static final RateFinder FINDER = new RateFinder(10_000, 100, 10_000_000, 24);

  @Test
  void shouldDoubleUntilItBreaksAndThenCloseIn() {
    Searches search = Searches.play(FINDER, rate -> step(rate, 50_000));

    assertThat(search.rates()).startsWith(10_000, 20_000, 40_000, 80_000);
    assertThat(search.seen().subList(4, search.seen().size()))
        .allSatisfy(one -> assertThat(one.ratePerS()).isBetween(40_000.0, 80_000.0));
    assertThat(search.end()).isEqualTo(End.FOUND);
    assertThat(search.seen()).hasSizeLessThan(18);
  }

  @Test
  void shouldHalveUntilItHolds() {
    Searches search = Searches.play(FINDER, rate -> step(rate, 3_000));

    assertThat(search.rates()).startsWith(10_000, 5_000, 2_500);
    assertThat(search.end()).isEqualTo(End.FOUND);
  }

  @Test
  void shouldTryFewRatesSoThatForksRepeatThem() {
    Searches search = Searches.play(FINDER, rate -> step(rate, 47_000));

    assertThat(search.seen().stream().map(RateObservation::ratePerS).distinct())
        .hasSizeLessThan(search.seen().size());
    assertThat(search.seen()).allMatch(one -> one.ratePerS() == RateFinder.rounded(one.ratePerS()));
  }

  @Test
  void shouldStopWhereItHoldsAtTheHighestRate() {
    Searches search = Searches.play(new RateFinder(10_000, 100, 35_000, 24), rate -> Outcome.HOLDS);

    assertThat(search.end()).isEqualTo(End.HOLDS_AT_MOST);
    assertThat(search.rates()).startsWith(10_000, 20_000, 35_000).hasSizeLessThan(8);
  }

  @Test
  void shouldStopWhereItBreaksAtTheLowestRate() {
    Searches search = Searches.play(new RateFinder(10_000, 3_000, 1e7, 24), rate -> Outcome.BREAKS);

    assertThat(search.end()).isEqualTo(End.BREAKS_AT_LEAST);
    assertThat(search.rates()).startsWith(10_000, 5_000, 3_000).hasSizeLessThan(8);
  }

  @Test
  void shouldNotTakeTheHarnessForTheSystem() {
    Searches search =
        Searches.play(FINDER, rate -> rate < 350_000 ? Outcome.HOLDS : Outcome.HARNESS_LATE);

    assertThat(search.end()).isEqualTo(End.HOLDS_UP_TO_HARNESS);
    assertThat(search.answer(null).record().highPerS()).isNull();
    assertThat(search.answer(null).record().ratePerS()).isBetween(300_000.0, 350_000.0);
  }

  @Test
  void shouldSearchBelowAHarnessThatIsLateAtFirst() {
    Searches search =
        Searches.play(FINDER, rate -> rate < 4_000 ? step(rate, 2_000) : Outcome.HARNESS_LATE);

    assertThat(search.rates()).startsWith(10_000, 10_000, 5_000, 5_000, 2_500);
    assertThat(search.end()).isEqualTo(End.FOUND);
  }

  @Test
  void shouldGiveUpOnAHarnessThatIsAlwaysLate() {
    assertThat(Searches.play(FINDER, rate -> Outcome.HARNESS_LATE).end())
        .isEqualTo(End.HARNESS_LATE);
  }

  @Test
  void shouldGiveUpOnForksThatSayNothing() {
    for (Outcome outcome : List.of(Outcome.FAILED, Outcome.INSUFFICIENT)) {
      Searches search = Searches.play(FINDER, rate -> rate < 15_000 ? Outcome.HOLDS : outcome);

      assertThat(search.end().name()).isEqualTo(outcome.name());
      assertThat(search.rates()).containsExactly(10_000, 20_000, 20_000, 20_000);
    }
  }

  @Test
  void shouldAskAgainWhereAForkSaidNothing() {
    List<RateObservation> seen =
        List.of(
            new RateObservation(10_000, Outcome.HOLDS),
            new RateObservation(20_000, Outcome.INSUFFICIENT));

    assertThat(FINDER.next(seen)).isEqualTo(new RateFinder.Probe(20_000));
  }

  @Test
  void shouldTakeNoMoreForksThanItMay() {
    for (int most = 4; most < 12; most++) {
      Searches search =
          Searches.play(new RateFinder(10_000, 100, 1e7, most), rate -> step(rate, 90_000));

      assertThat(search.seen()).hasSize(most);
      assertThat(search.end()).isEqualTo(End.OUT_OF_FORKS);
    }
  }

  @Test
  void shouldDecideAlikeWheneverItIsAsked() {
    List<RateObservation> seen =
        IntStream.range(0, 6)
            .mapToObj(
                i -> new RateObservation(10_000 << (i / 2), i < 4 ? Outcome.HOLDS : Outcome.BREAKS))
            .toList();

    assertThat(FINDER.next(seen)).isEqualTo(FINDER.next(List.copyOf(seen)));
  }

  private static Outcome step(double rate, double border) {
    return rate < border ? Outcome.HOLDS : Outcome.BREAKS;
  }
}
