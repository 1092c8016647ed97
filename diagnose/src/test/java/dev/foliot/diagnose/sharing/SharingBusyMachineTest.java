package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.linux.Reading;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether threads that wait for CPUs meet, in simulated time. */
final class SharingBusyMachineTest {
  private static final long US = 1_000L;
  private static final long MS = 1_000_000L;
  private static final long S = 1_000_000_000L;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final double HOT = 20_000_000;

  private final FakeTarget target = new FakeTarget(20_261_125);
  private final long a = target.anInterface(0x7f00_0001_0000L, "com.acme.A");
  private final long b = target.anInterface(0x7f00_0001_1000L, "com.acme.B");
  private final long klass = target.aClass(KLASS, "com.acme.Message", a, b);

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

  /** Each thread is delayed by the one that it woke, on the same CPU. */
  @ParameterizedTest
  @ValueSource(longs = {100 * US, 700 * US, 3 * MS})
  void shouldAccuseNobodyWhoWaitsForTheCpuOfWhomItWoke(long turnNs) {
    for (int i = 0; i < 3; i++) {
      target.writerInTurn(11 + i, klass, HOT, new Turns(turnNs, i, 4));
      target.waitShares.put(11 + i, 0.25);
    }
    target.readerInTurn(14, klass, FakeTarget.SUPERS, HOT, new Turns(turnNs, 3, 4));
    target.readerInTurn(14, klass, FakeTarget.CACHE, HOT, new Turns(turnNs, 3, 4));
    target.waitShares.put(14, 0.25);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).isEmpty();
    assertThat(outcome.besides().cleared()).hasSize(1);
    assertThat(outcome.besides().cleared().get(0).reason())
        .contains("look again when the machine is less");
  }

  /**
   * Four threads take turns on two CPUs by the kernel's choice: no two of them use more than one
   * CPU.
   */
  @Test
  void shouldSeeThatReadersWhoAreMoreThanTheCpusDoNotTakeTurns() {
    target.writerInTurn(11, klass, HOT, new Turns(3 * MS, 0, 2));
    for (int tid = 12; tid <= 14; tid++) {
      target.readerInTurn(tid, klass, FakeTarget.SUPERS, HOT, new Turns(3 * MS, 1, 2));
    }
    for (int tid = 11; tid <= 14; tid++) {
      target.cpuShares.put(tid, 0.4);
      target.waitShares.put(tid, 0.6);
      target.sleepsPerS.put(tid, 1.0);
    }
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(outcome.findings().get(0).severity()).isEqualTo(Severity.HIGH);
  }

  /** Two threads share CPUs with others: sometimes both have one, and then they meet. */
  @Test
  void shouldSeeThatAReaderMeetsAWriterOnABusyMachine() {
    target.writer(11, klass, HOT, 0.55);
    target.reader(12, klass, FakeTarget.SUPERS, HOT, 0.55);
    target.waitShares.put(11, 0.45);
    target.waitShares.put(12, 0.45);
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.FALSE_SHARING);
    assertThat(outcome.findings().get(0).severity()).isEqualTo(Severity.HIGH);
  }

  /**
   * Two threads get one CPU at a time, although both want one: a free machine would make it worse.
   */
  @Test
  void shouldNotClearThreadsThatABusyMachineLetsRunInTurn() {
    target.writersInTurn(klass, HOT, 3 * MS, 11, 12);
    for (int tid = 11; tid <= 12; tid++) {
      target.waitShares.put(tid, 0.5);
      target.sleepsPerS.put(tid, 1.0);
    }
    Outcome<SharingFinding> outcome = run();
    assertThat(outcome.findings()).hasSize(1);
    assertThat(outcome.findings().get(0).kind()).isEqualTo(FindingKind.TRUE_SHARING);
    assertThat(outcome.findings().get(0).severity()).isEqualTo(Severity.LOW);
    assertThat(outcome.record().status()).isEqualTo(Status.PARTIAL);
    assertThat(outcome.record().reason())
        .contains("whether the threads that write to com.acme.Message do so at the same time");
  }
}
