package dev.foliot.judgement.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.search.RateObservation.Outcome;
import dev.foliot.store.RateSearch;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;

class RateAnswerTest {
  private static final RateFinder FINDER = new RateFinder(10_000, 1_000, 10_000_000, 24);

  @Test
  void shouldSayWhatWasFound() {
    RateSearch found = of(step(38_000)).answer(null).record();

    assertThat(found.promise()).isEqualTo("p99.9<1ms");
    assertThat(found.percentile()).isEqualTo("p99_9");
    assertThat(found.limitNs()).isEqualTo(1_000_000);
    assertThat(found.lowPerS()).isLessThanOrEqualTo(found.ratePerS());
    assertThat(found.ratePerS()).isLessThan(38_000);
    assertThat(found.highPerS()).isGreaterThan(38_000);
    assertThat(found.answer())
        .matches(
            "p99\\.9 < 1 ms holds up to 3[67]\\.?\\d?k/s \\(3\\d\\.?\\d?k/s to \\d\\d\\.?\\d?k/s"
                + " with 95 % confidence; \\d\\d forks\\)");
  }

  @Test
  void shouldSayThatMoreForksWouldTellMore() {
    Searches search = Searches.play(new RateFinder(10_000, 1_000, 10_000_000, 4), step(15_000));

    assertThat(search.answer(null).record().answer())
        .contains("with 95 % confidence; 4 forks); a greater --max-forks would tell more");
  }

  @Test
  void shouldSayThatTheEndIsNotTheSystems() {
    assertThat(words(Searches.play(new RateFinder(10_000, 1_000, 40_000, 24), r -> Outcome.HOLDS)))
        .startsWith("p99.9 < 1 ms holds up to 40k/s, the highest rate to be tried (");
    assertThat(words(of(rate -> rate < 30_000 ? Outcome.HOLDS : Outcome.HARNESS_LATE)))
        .startsWith("p99.9 < 1 ms holds up to 29.5k/s; at 30.")
        .contains(
            "the harness itself became late, so nothing is known of the system from there on");
    assertThat(words(of(rate -> Outcome.HARNESS_LATE)))
        .startsWith("the harness itself was late at every rate down to 1.25k/s");
  }

  @Test
  void shouldClaimNothingAboveTheHighestAllowedRate() {
    boolean[] broke = new boolean[1];
    Searches search =
        Searches.play(
            new RateFinder(10_000, 1_000, 40_000, 6),
            rate -> {
              boolean breaks = rate == 40_000 && !broke[0];
              broke[0] |= breaks;
              return breaks ? Outcome.BREAKS : Outcome.HOLDS;
            });

    assertThat(search.answer(null).record().highPerS()).isNull();
    assertThat(words(search)).contains("or more with 95 % confidence");
  }

  @Test
  void shouldSayThatItsForksDiffer() {
    SplittableRandom random = new SplittableRandom(7);
    Searches search =
        of(rate ->
            rate < (random.nextBoolean() ? 100_000 : 1_000) ? Outcome.HOLDS : Outcome.BREAKS);

    assertThat(words(search)).contains("Its forks differ: between ");
    assertThat(search.answer(null).record().lowPerS()).isLessThan(15_000);
    assertThat(search.answer(null).record().highPerS()).isGreaterThan(20_000);
  }

  @Test
  void shouldRefuseToAnswerFromForksThatLackedCpu() {
    assertThat(words(of(rate -> Outcome.STARVED)))
        .startsWith("the load generator lacked CPU in the forks at 10k/s")
        .contains("nothing is known", "3 forks, of which 3 lacked CPU and do not count");
  }

  @Test
  void shouldSayThatItNeverHolds() {
    Searches search = of(rate -> Outcome.BREAKS);

    assertThat(words(search))
        .startsWith(
            "p99.9 < 1 ms does not hold even at 1k/s, the lowest rate that can be judged in 10s");
    assertThat(search.answer(null).record().lowPerS()).isNull();
    assertThat(search.answer(null).record().ratePerS()).isNull();
  }

  @Test
  void shouldSayHowLongADurationIsNeeded() {
    Searches search = of(rate -> rate < 15_000 ? Outcome.HOLDS : Outcome.INSUFFICIENT);

    assertThat(
            search
                .answer(new RunReason.TooFewBeyond(RunReason.TooFewBeyond.Unit.EPISODE, 4, 10))
                .record()
                .answer())
        .isEqualTo(
            "p99.9 cannot be judged at 20k/s in 10s (4 episodes beyond it, needs 10): give a"
                + " --duration of 50s or more; p99.9 < 1 ms holds at 10k/s (nothing is known above"
                + " it; 4 forks)");
    assertThat(search.answer(new RunReason.NothingRecorded()).record().answer())
        .contains("200s or more");
  }

  @Test
  void shouldSayWhyForksFail() {
    assertThat(of(rate -> Outcome.FAILED).answer(new Reason.Plain("boom")).record().answer())
        .isEqualTo("the forks at 10k/s fail: boom; nothing is known of p99.9 < 1 ms (3 forks)");
  }

  @Test
  void shouldSayWhatIsKnownSoFar() {
    assertThat(soFar()).isEqualTo("so far: nothing is known of p99.9 < 1 ms (0 forks)");
    assertThat(soFar(new RateObservation(10_000, Outcome.HOLDS)))
        .isEqualTo("so far: p99.9 < 1 ms holds at 10k/s (nothing is known above it; 1 fork)");
    assertThat(soFar(new RateObservation(10_000, Outcome.BREAKS)))
        .isEqualTo("so far: p99.9 < 1 ms breaks at 10k/s (nothing is known below it; 1 fork)");
    assertThat(
            soFar(
                new RateObservation(10_000, Outcome.HOLDS),
                new RateObservation(20_000, Outcome.BREAKS)))
        .startsWith("so far: p99.9 < 1 ms holds up to 10k/s (")
        .endsWith(" with 95 % confidence; 2 forks)");
  }

  @Test
  void shouldSayBetweenWhichRatesTheBorderLies() {
    RateObservation holds = new RateObservation(10_000, Outcome.HOLDS);
    RateObservation breaks = new RateObservation(20_000, Outcome.BREAKS);

    assertThat(RateAnswer.bracket(List.of())).isEmpty();
    assertThat(RateAnswer.bracket(List.of(holds))).isEqualTo("above 10k/s");
    assertThat(RateAnswer.bracket(List.of(breaks))).isEqualTo("below 20k/s");
    assertThat(RateAnswer.bracket(List.of(holds, breaks))).isEqualTo("10k/s to 20k/s");
  }

  private static DoubleFunction<Outcome> step(double border) {
    return rate -> rate < border ? Outcome.HOLDS : Outcome.BREAKS;
  }

  private static Searches of(DoubleFunction<Outcome> system) {
    return Searches.play(FINDER, system);
  }

  private static String words(Searches search) {
    return search.answer(null).record().answer();
  }

  private static String soFar(RateObservation... seen) {
    return new Searches(FINDER, List.of(seen), RateFinder.End.OUT_OF_FORKS)
        .answer(null)
        .record()
        .answer();
  }
}
