package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Verdicts on incomplete observations, in simulated time. */
final class SharingDoubtsTest {
  private static final long S = 1_000_000_000L;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final double HOT = 20_000_000;

  private final FakeTarget target = new FakeTarget(20_261_130);
  private final long a = target.anInterface(0x7f00_0001_0000L, "com.acme.A");
  private final long b = target.anInterface(0x7f00_0001_1000L, "com.acme.B");
  private final long c = target.anInterface(0x7f00_0001_2000L, "com.acme.C");

  private Outcome<SharingFinding> run() {
    return new SharingRun(
            target,
            target,
            target,
            new SplittableRandom(7),
            Reading.of(64),
            5 * S,
            (what, done) -> {})
        .run();
  }

  private long contended() {
    long klass = target.aClass(KLASS, "com.acme.Message", a, b);
    target.writer(11, klass, HOT, 1);
    target.writer(12, klass, HOT, 1);
    return klass;
  }

  /** Sampling takes the CPU of one of two writers: the word changed once. */
  @Test
  void shouldConvictWhatLookedSteadyButForOneChange() {
    target.steady.put(contended(), 5);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    SharingFinding finding = outcome.findings().get(0);
    assertThat(finding.kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(finding.checked().interfaces()).containsExactly("com.acme.A", "com.acme.B");
    assertThat(outcome.record().lookedAt())
        .contains("0 classes alternated; 1 more class changed once: watched as well");
  }

  @Test
  void shouldNotAccuseWhatChangedOnce() {
    long klass = target.aClass(KLASS, "com.acme.Message", a, b);
    target.steady.put(klass, 5);
    target.cpuShares.put(11, 0.9);
    target.cpuShares.put(12, 0.9);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.besides().cleared()).isEmpty();
    assertThat(outcome.besides().cost().hits()).isZero();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().summary()).startsWith("nothing found");
  }

  @Test
  void shouldNotMissTheRightToWatchWhatChangedOnce() {
    target.steady.put(target.aClass(KLASS, "com.acme.Message", a, b), 5);
    target.cpuShares.put(11, 0.9);
    target.watchRefusal = Optional.of(new SystemReason.EventNotPermitted("a watched word", "3", 2));
    target.clockRefusal = Optional.of(new SystemReason.EventNotPermitted("a watched word", "3", 2));
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
    assertThat(outcome.record().couldNot()).isEmpty();
  }

  @Test
  void shouldNotNameAnInterfaceThatWasSeenOnce() {
    target.firstSeen.put(contended(), c);
    assertThat(run().findings().get(0).checked().interfaces())
        .containsExactly("com.acme.A", "com.acme.B");
  }

  @Test
  void shouldNotKnowTheCureWhereTheFlagsCannotBeRead() {
    contended();
    target.flagless = Optional.of(new JvmReason.FlagsUnknown());
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.besides().cured()).isEmpty();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).advice().remedies().get(0)).contains("JDK 24 or later");
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().limit())
        .contains(
            new ExaminationReason.PartMissing(
                new ExaminationReason.NotExamined(Examined.FIX, "", new JvmReason.FlagsUnknown())));
    assertThat(outcome.record().lookedAt().get(0)).contains("is not known");
  }

  @Test
  void shouldSayWhyNotAllClassesWereRead() {
    contended();
    target.incomplete = Optional.of("it took longer than 3000 ms");
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("all classes: it took longer than 3000 ms; 4 were read");
  }

  /** A permanent refusal is not a register that another debugger uses. */
  @Test
  void shouldNotAskAgainWhereWatchingIsRefused() {
    contended();
    Reason closed = new SystemReason.ProcessClosed("a watched word");
    target.lateRefusal = Optional.of(closed);
    Outcome<SharingFinding> outcome = run();
    assertThat(target.windows).isZero();
    assertThat(outcome.record().limits())
        .contains(new ExaminationReason.NotExamined(Examined.WRITERS_AND_READERS, "", closed));
  }

  @Test
  void shouldTellWhatItSawWhereWatchingBreaks() {
    contended();
    target.isBroken = true;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("who writes and who reads: watching failed:")
        .contains("a watched word has 1, 2, 4 or 8 bytes")
        .contains("(report this)");
    assertThat(outcome.record().lookedAt()).contains("1 class alternated");
    assertThat(outcome.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.traffic().writerThreads()).isZero());
  }

  @Test
  void shouldGoOnWhenThreadsHaveEnded() {
    contended();
    target.goneAfter = 0;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.record().status()).isEqualTo(Status.DONE);
  }

  @Test
  void shouldSayThatTheProcessIsStopped() {
    contended();
    target.stopsAt = target.now;
    long started = target.now;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason()).contains("the process is stopped").contains("SIGCONT");
    assertThat(target.now - started).isLessThan(S);
  }

  @Test
  void shouldNotCallAStoppedProcessHealthy() {
    contended();
    target.stopsAt = target.now + 2 * S;
    target.quietFrom = target.stopsAt;
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().summary()).contains("the process is stopped");
  }
}
