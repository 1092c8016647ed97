package dev.foliot.benchrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.judgement.Measured;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.RunReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunValidityTest {
  private static final int COUNT = 100_000;
  private static final long US = 1_000;

  @Test
  void shouldTakeSaturationForAFaultWhereOneRateWasAskedFor() {
    Validity run = RunValidity.of(List.of(at(0, tooSlow())), List.of("10k/s"));

    assertThat(run.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(run.reasons()).singleElement().asString().startsWith("fork 1: SATURATED");
  }

  @Test
  void shouldTakeSaturationForAResultAmongSeveralRates() {
    for (Measured measured : List.of(tooSlow(), farTooSlow())) {
      Validity run =
          RunValidity.of(
              List.of(at(0, Measured.messages(COUNT, US)), at(1, measured), at(1, measured)),
              List.of("10k/s", "20k/s"));

      assertThat(run.verdict()).isEqualTo(Verdict.VALID);
      assertThat(run.reasons()).containsExactly("SATURATED at 20k/s in 2 of 2 forks");
    }
  }

  @Test
  void shouldStillSeeWhatElseIsWrongWithASaturatedFork() {
    assertThat(verdict(farTooSlow().lost(1))).isEqualTo(Verdict.INVALID);
    assertThat(verdict(farTooSlow().refused(1))).isEqualTo(Verdict.INVALID);
    assertThat(verdict(tooSlow().failure("boom"))).isEqualTo(Verdict.INVALID);
    assertThat(verdict(farTooSlow().negative(1))).isEqualTo(Verdict.SUSPECT);
  }

  @Test
  void shouldNotForgiveALateHarnessAtAnyRate() {
    assertThat(verdict(farTooSlow().lateness(0, 2_000, 60 * US))).isEqualTo(Verdict.INVALID);
    assertThat(verdict(farTooSlow().lateness(0, 200, 60 * US))).isEqualTo(Verdict.SUSPECT);
    assertThat(verdict(Measured.messages(COUNT, US).lateness(0, 2_000, 60 * US)))
        .isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldNameTheForkAndItsRate() {
    Validity run =
        RunValidity.of(
            List.of(at(1, Measured.messages(COUNT, US).negative(2))), List.of("10k/s", "20k/s"));

    assertThat(run.reasonCodes())
        .containsExactly(new Reason.In("fork 1 at 20k/s", new LoadReason.ProbesNegative(2)));
  }

  @Test
  void shouldNotBelieveARunWithoutAFork() {
    assertThat(RunValidity.of(List.of(), List.of("10k/s")).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void shouldRelyOnTheForksOfASearchThatSaidSomething() {
    List<ForkRecord> forks =
        List.of(
            at(0, Measured.messages(COUNT, US)),
            at(1, Measured.messages(COUNT, US).lateness(0, 2_000, 60 * US)));

    Validity run = RunValidity.ofSearch(forks, List.of("10k/s", "20k/s"), fork -> fork == 0);

    assertThat(run.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(run.reasonCodes())
        .isNotEmpty()
        .allMatch(reason -> reason.is(LoadReason.LoadGeneratorLate.class));
    assertThat(run.reasons()).allMatch(reason -> reason.startsWith("fork 2 at 20k/s: "));
  }

  @Test
  void shouldNotBelieveASearchInWhichNoForkSaidAnything() {
    Validity run =
        RunValidity.ofSearch(
            List.of(at(0, Measured.messages(COUNT, US).failure("boom"))),
            List.of("10k/s"),
            fork -> false);

    assertThat(run.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.reasonCodes()).contains(new RunReason.NoForkJudged());
  }

  private static Verdict verdict(Measured measured) {
    return RunValidity.of(List.of(at(1, measured)), List.of("10k/s", "20k/s")).verdict();
  }

  private static Measured tooSlow() {
    return Measured.messages(COUNT, US).span(11 * Measured.DURATION_NS / 10);
  }

  private static Measured farTooSlow() {
    return Measured.messages(COUNT, US).unstarted(COUNT);
  }

  /** A fork in stored form. */
  private static ForkRecord at(int load, Measured measured) {
    KernelView kernel = KernelView.none(List.of());
    return new ForkRecords(
            new ForkSchedule.Turn(0, load, 0),
            1,
            "2026-11-21T00:00:00Z",
            Plans.rates("10k/s").getFirst(),
            new ForkOutcome(measured.build(), null, "", 0, kernel))
        .record();
  }
}
