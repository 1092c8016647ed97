package dev.foliot.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.FigureKind;
import dev.foliot.store.study.Metric;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FigureVerdictTest {
  private static final long MS = 1_000_000;

  private static Verdict of(Verdict ofFork, boolean isClosed, FigureKind kind, Reason... reasons) {
    return FigureVerdict.of(Validity.of(ofFork, List.of(reasons)), isClosed, kind).verdict();
  }

  @ParameterizedTest
  @CsvSource({
    "0.02, true, RESPONSE_TIME, SUSPECT",
    "0.20, true, THROUGHPUT, VALID",
    "0.20, true, CPU, VALID",
    "0.20, true, MEMORY, VALID",
    "0.26, true, THROUGHPUT, SUSPECT",
    "0.26, true, CPU, SUSPECT",
    "0.26, true, MEMORY, VALID",
    "0.51, true, MEMORY, SUSPECT",
    "0.02, false, THROUGHPUT, SUSPECT",
    "0.02, false, MEMORY, SUSPECT",
  })
  void shouldHoldAStarvedGeneratorAgainstWhatItHarms(
      double share, boolean isClosed, FigureKind kind, Verdict verdict) {
    Reason starved = new LoadReason.LoadGeneratorStarved(share);

    assertThat(of(Verdict.SUSPECT, isClosed, kind, starved)).isEqualTo(verdict);
    assertThat(of(Verdict.VALID, isClosed, kind, starved)).isEqualTo(verdict);
    assertThat(of(Verdict.VALID, isClosed, kind, new Reason.In("fork 1", starved)))
        .isEqualTo(verdict);
  }

  @Test
  void shouldHoldALateGeneratorAgainstResponseTimes() {
    Reason little = new LoadReason.LoadGeneratorLate(99, 15 * MS, 150 * MS);
    Reason rarely = new LoadReason.LoadGeneratorLate(99.9, 15 * MS, 150 * MS);
    Reason much = new LoadReason.LoadGeneratorLate(99, 50 * MS, 150 * MS);

    assertThat(of(Verdict.SUSPECT, true, FigureKind.RESPONSE_TIME, little))
        .isEqualTo(Verdict.INVALID);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.RESPONSE_TIME, rarely))
        .isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.THROUGHPUT, little)).isEqualTo(Verdict.VALID);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.THROUGHPUT, much)).isEqualTo(Verdict.SUSPECT);
  }

  @Test
  void shouldHoldABusyGeneratorAgainstThroughput() {
    Reason busy = new LoadReason.LoadGeneratorBusy(0.97);

    assertThat(of(Verdict.SUSPECT, true, FigureKind.THROUGHPUT, busy)).isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.MEMORY, busy)).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldHoldADriftAgainstSpeedAndUnknownMemoryAgainstMemory() {
    Reason drift = new StudyReason.ThroughputDrifted(0.3, 0.1);
    Reason unknown = new StudyReason.MemoryUnattributed(0.3, 0.1);

    assertThat(of(Verdict.SUSPECT, true, FigureKind.THROUGHPUT, drift)).isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.MEMORY, drift)).isEqualTo(Verdict.VALID);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.CPU, unknown)).isEqualTo(Verdict.VALID);
    assertThat(of(Verdict.SUSPECT, true, FigureKind.MEMORY, unknown)).isEqualTo(Verdict.SUSPECT);
  }

  @ParameterizedTest
  @EnumSource
  void shouldHoldWhatItDoesNotKnowAgainstAllFigures(FigureKind kind) {
    assertThat(of(Verdict.INVALID, true, kind)).isEqualTo(Verdict.INVALID);
    assertThat(of(Verdict.SUSPECT, true, kind)).isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.SUSPECT, true, kind, new LoadReason.Steal(0.05)))
        .isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.SUSPECT, true, kind, new Reason.Recorded("", "as written once")))
        .isEqualTo(Verdict.SUSPECT);
    assertThat(
            of(
                Verdict.SUSPECT,
                true,
                kind,
                new Reason.Recorded("LOAD_GENERATOR_STARVED", "the pacer waited for a CPU 3 %")))
        .as("a newer file has its share in words alone")
        .isEqualTo(Verdict.SUSPECT);
    assertThat(of(Verdict.VALID, true, kind, new LoadReason.Steal(0.001))).isEqualTo(Verdict.VALID);
  }

  @Test
  void shouldKeepAClosedLoopWhoseGeneratorWasOnlyLate() {
    Reason late = new LoadReason.LoadGeneratorLate(99, 15 * MS, 150 * MS);
    Validity onlyLate =
        Validity.of(Verdict.INVALID, List.of(late, new LoadReason.LoadGeneratorStarved(0.1)));
    Validity lost =
        Validity.of(Verdict.INVALID, List.of(late, new LoadReason.MessagesLost(3, 100)));

    assertThat(FigureVerdict.isLost(onlyLate, true)).isFalse();
    assertThat(FigureVerdict.isLost(onlyLate, false)).isTrue();
    assertThat(FigureVerdict.isLost(lost, true)).isTrue();
    assertThat(FigureVerdict.isLost(Validity.valid(), true)).isFalse();
  }

  @Test
  void shouldKnowTheKindOfAMetric() {
    assertThat(Metric.RESPONSE_P99.kind()).isEqualTo(FigureKind.RESPONSE_TIME);
    assertThat(Metric.RSS_END.kind()).isEqualTo(FigureKind.MEMORY);
    assertThat(Metric.PER_CPU.kind()).isEqualTo(FigureKind.CPU);
    assertThat(Metric.TIME_TO_FULL.kind()).isEqualTo(FigureKind.THROUGHPUT);
  }
}
