package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForkVerdictTest {
  private static final int COUNT = 100_000;
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  @Test
  void shouldBelieveAForkInOrder() {
    assertThat(judge(Measured.messages(COUNT, 2 * US)))
        .isEqualTo(new Validity(Verdict.VALID, List.of()));
  }

  @Test
  void shouldNotBelieveAForkThatLostMessages() {
    invalid(judge(Measured.messages(COUNT, US).lost(3)), "3 of 100003 messages were never done");
  }

  @Test
  void shouldNotBelieveAForkThatEndedEarly() {
    invalid(judge(Measured.messages(COUNT, US).failure("boom")), "boom");
  }

  @Test
  void shouldNotBelieveATaskThatEndsMessagesTwice() {
    invalid(judge(Measured.messages(COUNT, US).refused(7)), "7 calls of done");
  }

  @Test
  void shouldNotBelieveAHarnessThatIsLateForOneMessageInFifty() {
    invalid(judge(Measured.messages(COUNT, US).lateness(0, 2_000, 60 * US)), "p99 is 60");
  }

  @Test
  void shouldSuspectAHarnessThatIsLateForOneMessageInFiveHundred() {
    suspect(judge(Measured.messages(COUNT, US).lateness(0, 200, 60 * US)), "p99.9 is 60");
  }

  @Test
  void shouldForgiveLatenessBelowFiftyMicrosecondsOrATenthOfTheResponse() {
    assertThat(judge(Measured.messages(COUNT, US).lateness(0, 2_000, 49 * US)).verdict())
        .isEqualTo(Verdict.VALID);
    assertThat(judge(Measured.messages(COUNT, 2 * MS).lateness(0, 2_000, 100 * US)).verdict())
        .isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldNotConvictOnFewMessages() {
    assertThat(judge(Measured.messages(5, US).lateness(0, 1, 360 * US)).verdict())
        .isEqualTo(Verdict.VALID);
    invalid(judge(Measured.messages(500, US).lateness(0, 60, 360 * US)), "p90 is 360");
  }

  @Test
  void shouldSuspectWhatTheMachineTookAway() {
    suspect(judge(kernel(0.0, 0.011, 0L)), "steal: the hypervisor took 1.1 %");
    suspect(judge(kernel(0.011, 0.0, 0L)), "the pacer waited for a CPU 1.1 %");
    suspect(judge(kernel(0.0, 0.0, 1L)), "throttling");
    assertThat(judge(kernel(0.01, 0.01, 0L)).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldJudgeWithoutWhatTheKernelDoesNotTell() {
    assertThat(judge(kernel(null, null, null)).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldCallALoadSaturatedThatFellBehindItsSchedule() {
    suspect(
        judge(Measured.messages(COUNT, 110 * US).span(11 * Measured.DURATION_NS / 10)),
        "SATURATED: 90.91 % of the schedule's 10000/s achieved");
    invalid(
        judge(Measured.messages(COUNT, US).unstarted(50_000)),
        "50000 of 150000 messages had no time to start");
  }

  @Test
  void shouldCallALoadSaturatedWhoseBacklogGrows() {
    Measured growing = Measured.messages(COUNT, 100 * US);
    for (int i = 0; i < 100; i++) {
      growing.backlog(i * 1_000, (i + 1) * 1_000, i * MS);
    }
    suspect(judge(growing), "SATURATED: the backlog grows");
  }

  @Test
  void shouldNotTakeOneLateStallForAGrowingBacklog() {
    Measured stalled = Measured.messages(COUNT, 10 * US).backlog(95_000, 96_000, 80 * MS);

    assertThat(judge(stalled).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldSuspectProbesThatWentBackInTime() {
    suspect(judge(Measured.messages(COUNT, US).negative(2)), "2 durations of probes");
  }

  @Test
  void shouldSuspectAForkThatNeverWasSteady() {
    WarmUpRecord never = new WarmUpRecord("never steady", null, List.of(9_000.0));

    suspect(
        ForkVerdict.of(
            Measured.messages(COUNT, US).build(), view(0.0, 0.0, 0L), Measured.DURATION_NS, never),
        "never steady");
  }

  @Test
  void shouldBelieveAForkThatBecameSteady() {
    WarmUpRecord warming = new WarmUpRecord("warming", -100.0, List.of(-100.0));

    assertThat(
            ForkVerdict.of(
                Measured.messages(COUNT, US).build(),
                view(0.0, 0.0, 0L),
                Measured.DURATION_NS,
                warming))
        .isEqualTo(Validity.valid());
  }

  @Test
  void shouldNameWhatIsInvalidFirst() {
    Validity validity = judge(Measured.messages(COUNT, US).negative(2).lost(1));

    invalid(validity, "never done");
    assertThat(validity.reasons()).hasSize(2);
  }

  private static Validity judge(Measured measured) {
    return ForkVerdict.of(measured.build(), view(0.0, 0.0, 0L), Measured.DURATION_NS, null);
  }

  private static Validity judge(KernelView kernel) {
    return ForkVerdict.of(Measured.messages(COUNT, US).build(), kernel, Measured.DURATION_NS, null);
  }

  private static KernelView kernel(
      @Nullable Double wait, @Nullable Double steal, @Nullable Long throttledPeriods) {
    return view(wait, steal, throttledPeriods);
  }

  private static KernelView view(
      @Nullable Double wait, @Nullable Double steal, @Nullable Long periods) {
    return new KernelView(wait, null, null, null, steal, null, periods, List.of(), List.of());
  }

  private static void invalid(Validity validity, String reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(validity.reasons().getFirst()).contains(reason);
  }

  private static void suspect(Validity validity, String reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(validity.reasons()).singleElement().asString().contains(reason);
  }
}
