package dev.foliot.load.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Execution;
import dev.foliot.load.Failure;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.Traffic;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The driver's verdict on itself, from simulated logs. */
final class PhaseVerdictTest {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int COUNT = 5_000;
  private static final LoadPhase OPEN =
      new LoadPhase(
          "open", new Traffic.Open(Rate.perSecond(COUNT / 5), new Arrivals.Constant()), 5 * SECOND);

  @Test
  void shouldBelieveADriverInOrder() {
    assertThat(judge(log(0, 0, COUNT), 0.5, 0.0)).isEqualTo(Validity.valid());
  }

  @Test
  void shouldNotBelieveOneThatIsLateForMostOfTheTime() {
    assertLate(judge(log(3 * MS, 0, COUNT), 0.5, 0.0), Verdict.INVALID);
    assertLate(judge(log(MS, 0, COUNT), 0.5, 0.0), Verdict.SUSPECT);
    assertThat(judge(log(MS / 10, 0, COUNT), 0.5, 0.0)).isEqualTo(Validity.valid());
  }

  private static void assertLate(Validity validity, Verdict verdict) {
    assertThat(validity.verdict()).isEqualTo(verdict);
    assertThat(validity.reasonCodes().getFirst())
        .isInstanceOfSatisfying(
            LoadReason.LoadGeneratorLate.class,
            late -> assertThat(late.percentile()).isEqualTo(99));
  }

  @Test
  void shouldSuspectOneThatHasNoTimeOfItsOwn() {
    assertSuspect(judge(log(0, 0, COUNT), 0.96, 0.0), new LoadReason.LoadGeneratorBusy(0.96));
    assertSuspect(judge(log(0, 0, COUNT), 0.5, 0.02), new LoadReason.LoadGeneratorStarved(0.02));
    assertThat(judge(log(0, 0, COUNT), null, null)).isEqualTo(Validity.valid());
  }

  @Test
  void shouldSayWhatThePercentilesLeaveOut() {
    assertThat(judge(log(0, 5, COUNT), 0.5, 0.0)).isEqualTo(Validity.valid());
    assertSuspect(
        judge(log(0, 6, COUNT), 0.5, 0.0),
        new LoadReason.RequestsFailed(6, 5_000, List.of("time-out 6")));
  }

  @Test
  void shouldTellAServerThatAnswersWithErrorsFromOneThatDoesNotAnswer() {
    assertNothing(
        judge(log(0, COUNT, COUNT), 0.5, 0.0),
        new LoadReason.NothingAnswered(5_000, List.of("time-out 5000")));
    assertNothing(
        judge(log(0, COUNT, COUNT, Failure.STATUS + 500), 0.5, 0.0),
        new LoadReason.AllAnswersFailed(5_000, List.of("status 500 5000")));
    assertNothing(
        judge(log(0, COUNT, COUNT, Failure.CONNECT_REFUSED.code()), 0.5, 0.0),
        new LoadReason.NothingAnswered(5_000, List.of("connect refused 5000")));
  }

  private static void assertNothing(Validity validity, Reason reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(validity.reasonCodes().getFirst()).isEqualTo(reason);
  }

  @Test
  void shouldNotBelieveALoadThatItHadNoTimeToSend() {
    PhaseLog log = log(0, 0, COUNT);
    log.unsent();

    Validity validity = judge(log, 0.5, 0.0);

    assertThat(validity.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(validity.reasonCodes().getFirst())
        .isEqualTo(new LoadReason.MessagesUnstarted(1, 5_001));
  }

  /** A stall at the end delays the last answers far beyond it. */
  @Test
  void shouldNotCallAClosedLoopSaturated() {
    PhaseLog log = log(0, 0, COUNT);
    log.sent(5 * SECOND - MS, 1);
    log.ok(6 * SECOND, SECOND + MS, SECOND + MS, 0, 1, new RequestTimes(), 0);
    LoadPhase closed = new LoadPhase("closed", new Traffic.Closed(1, 0), 5 * SECOND);

    Validity open = judge(log, 0.5, 0.0);
    assertThat(open.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(open.has(LoadReason.BelowSchedule.class)).isTrue();
    assertThat(judge(log, closed, 0.5, 0.0)).isEqualTo(Validity.valid());
  }

  private static void assertSuspect(Validity validity, Reason reason) {
    assertThat(validity.verdict()).isEqualTo(Verdict.SUSPECT);
    assertThat(validity.reasonCodes()).containsExactly(reason);
  }

  /** Requests of 2 ms each over five seconds; the first ones fail. */
  private static PhaseLog log(long latenessNs, int failures, int count) {
    return log(latenessNs, failures, count, Failure.TIME_OUT.code());
  }

  private static PhaseLog log(long latenessNs, int failures, int count, int code) {
    PhaseLog log = new PhaseLog(SECOND, 1, new LiveCounts());
    log.begin(0);
    RequestTimes times = new RequestTimes();
    for (int i = 0; i < count; i++) {
      long sentNs = i * (5 * SECOND / count);
      log.sent(sentNs, 1);
      long endNs = sentNs + MS / 2;
      if (i < failures) {
        log.failed(endNs, code, 1, times);
      } else {
        log.ok(endNs, 2 * MS + latenessNs, 2 * MS, latenessNs, 1, times, 0);
      }
    }
    log.finish(5 * SECOND, 1);
    return log;
  }

  private static Validity judge(
      PhaseLog log, @Nullable Double busy, @Nullable Double runQueueWait) {
    return judge(log, OPEN, busy, runQueueWait);
  }

  private static Validity judge(
      PhaseLog log, LoadPhase phase, @Nullable Double busy, @Nullable Double runQueueWait) {
    PhaseFigures figures = new PhaseFigures(List.of(log.tally()), phase, new Execution(SECOND));
    KernelView kernel = new KernelView(runQueueWait, null, null, null, 0.0, 0L, 0L, List.of());
    return PhaseVerdict.of(
        phase,
        figures.measurement(),
        figures.counts().errors(),
        new PhaseResult.Loops(kernel, busy));
  }
}
