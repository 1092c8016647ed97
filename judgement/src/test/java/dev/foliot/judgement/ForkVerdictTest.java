package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.WarmUpRecord;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
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
    invalid(judge(Measured.messages(COUNT, US).lost(3)), new LoadReason.MessagesLost(3, 100_003));
  }

  @Test
  void shouldNotBelieveAForkThatEndedEarly() {
    invalid(judge(Measured.messages(COUNT, US).failure("boom")), new Reason.Plain("boom"));
  }

  @Test
  void shouldNotBelieveATaskThatEndsMessagesTwice() {
    invalid(judge(Measured.messages(COUNT, US).refused(7)), new LoadReason.EndsRefused(7));
  }

  @Test
  void shouldNotBelieveAHarnessThatIsLateForOneMessageInFifty() {
    late(judge(Measured.messages(COUNT, US).lateness(0, 2_000, 60 * US)), Verdict.INVALID, 99);
  }

  @Test
  void shouldSuspectAHarnessThatIsLateForOneMessageInFiveHundred() {
    late(judge(Measured.messages(COUNT, US).lateness(0, 200, 60 * US)), Verdict.SUSPECT, 99.9);
  }

  @Test
  void shouldForgiveLatenessBelowFiftyMicrosecondsOrATenthOfTheResponse() {
    assertThat(judge(Measured.messages(COUNT, US).lateness(0, 2_000, 49 * US)).verdict())
        .isEqualTo(Verdict.VALID);
    assertThat(judge(Measured.messages(COUNT, 2 * MS).lateness(0, 2_000, 100 * US)).verdict())
        .isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldNotJudgeLatenessByFewMessages() {
    suspect(
        judge(Measured.messages(5, US).lateness(0, 1, 360 * US)), new LoadReason.FewMessages(5));
    late(judge(Measured.messages(500, US).lateness(0, 60, 360 * US)), Verdict.INVALID, 90);
  }

  @Test
  void shouldSuspectWhatTheMachineTookAway() {
    suspect(judge(kernel(0.0, 0.011, 0L)), new LoadReason.Steal(0.011));
    suspect(judge(kernel(0.011, 0.0, 0L)), new LoadReason.LoadGeneratorStarved(0.011));
    suspect(judge(kernel(0.0, 0.0, 1L)), new LoadReason.Throttled(1, 0));
    assertThat(judge(kernel(0.01, 0.01, 0L)).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldJudgeWithoutWhatTheKernelDoesNotTell() {
    assertThat(judge(kernel(null, null, null)).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldCallALoadSaturatedThatFellBehindItsSchedule() {
    Validity behind =
        judge(Measured.messages(COUNT, 110 * US).span(11 * Measured.DURATION_NS / 10));
    assertThat(behind.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(behind.reasonCodes())
        .singleElement()
        .isInstanceOfSatisfying(
            LoadReason.BelowSchedule.class,
            below -> {
              assertThat(below.achievedShare()).isCloseTo(0.9091, within(1e-4));
              assertThat(below.askedPerS()).isEqualTo(10_000);
            });
    invalid(
        judge(Measured.messages(COUNT, US).unstarted(50_000)),
        new LoadReason.MessagesUnstarted(50_000, 150_000));
  }

  @Test
  void shouldNeverCallAClosedLoopSaturated() {
    Validity validity =
        ForkVerdict.ofClosedLoop(
            Measured.messages(COUNT, US).unstarted(3).build(),
            view(0.0, 0.0, 0L),
            Measured.DURATION_NS,
            null);

    assertThat(validity).isEqualTo(Validity.valid());
  }

  @Test
  void shouldCallALoadSaturatedWhoseBacklogGrows() {
    Measured growing = Measured.messages(COUNT, 100 * US);
    for (int i = 0; i < 100; i++) {
      growing.backlog(i * 1_000, (i + 1) * 1_000, i * MS);
    }
    suspect(judge(growing), new LoadReason.BacklogGrows());
  }

  @Test
  void shouldNotTakeOneLateStallForAGrowingBacklog() {
    Measured stalled = Measured.messages(COUNT, 10 * US).backlog(95_000, 96_000, 80 * MS);

    assertThat(judge(stalled).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldSuspectProbesThatWentBackInTime() {
    suspect(judge(Measured.messages(COUNT, US).negative(2)), new LoadReason.ProbesNegative(2));
  }

  @Test
  void shouldSuspectAForkThatNeverWasSteady() {
    WarmUpRecord never = new WarmUpRecord("never steady", null, List.of(9_000.0));

    suspect(
        ForkVerdict.of(
            Measured.messages(COUNT, US).build(), view(0.0, 0.0, 0L), Measured.DURATION_NS, never),
        new LoadReason.NeverSteady());
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

    invalid(validity, new LoadReason.MessagesLost(1, 100_001));
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
    return new KernelView(wait, null, null, null, steal, null, periods, List.of());
  }

  private static void invalid(Validity validity, Reason reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(validity.reasonCodes().getFirst()).isEqualTo(reason);
  }

  private static void suspect(Validity validity, Reason reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(validity.reasonCodes()).singleElement().isEqualTo(reason);
  }

  private static void late(Validity validity, Verdict verdict, double percentile) {
    assertThat(validity.verdict()).isEqualTo(verdict);
    assertThat(validity.reasonCodes().getFirst())
        .isInstanceOfSatisfying(
            LoadReason.LoadGeneratorLate.class,
            late -> assertThat(late.percentile()).isEqualTo(percentile));
  }
}
