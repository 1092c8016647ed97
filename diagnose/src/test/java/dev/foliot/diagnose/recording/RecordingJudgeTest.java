package dev.foliot.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.recording.RecordingObservations.Blocking;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.Io;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingJudgeTest {
  private final Recorded recorded = new Recorded();

  private List<ResourceFinding> findings() {
    return RecordingJudge.findings(recorded.get());
  }

  private String severity() {
    return findings().isEmpty() ? "none" : findings().getFirst().severity().name();
  }

  @Test
  void shouldFindNothingInAQuietProgram() {
    recorded.deoptimised = List.of(new Deoptimised("acme.A.b:1", "class_check", "reinterpret", 4));

    assertThat(findings()).isEmpty();
  }

  /** Each exception is assumed to take 10 us. */
  @ParameterizedTest
  @CsvSource({
    "900, 1, none",
    "1100, 1, LOW",
    "5100, 1, MEDIUM",
    "21000, 1, HIGH",
    // many CPUs, so little of their time
    "21000, 16, LOW",
    // an idle program: a large share of nothing
    "90, 0.001, none",
    "500, 0.001, LOW",
    "2000, 0.001, MEDIUM",
    // unknown CPU time counts as one CPU
    "5100, 0, MEDIUM",
    "-1, 1, none"
  })
  void shouldWeighExceptionsByTheirTime(double perS, double cpus, String severity) {
    recorded.exceptionsPerS = perS;
    recorded.cpus = cpus;

    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNameClassAndPlaceOfExceptions() {
    recorded.exceptionsPerS = 30_000;

    ResourceFinding finding = findings().getFirst();

    assertThat(finding.kind()).isEqualTo(FindingKind.EXCEPTIONS);
    assertThat(finding.subject())
        .isEqualTo("java.lang.NumberFormatException at acme.Parser.parse:12");
    assertThat(finding.grade().severityReasonCode())
        .isEqualTo(new RecordingReason.ExceptionsThrown(30_000, 0.3));
    assertThat(finding.evidence())
        .extracting(Evidence::value)
        .containsExactly(30_000.0, 75.0, 25.0);
  }

  @Test
  void shouldSayThatNoExceptionWasSampled() {
    recorded.exceptionsPerS = 30_000;
    recorded.thrown = List.of();

    assertThat(findings().getFirst().evidence().getLast().value()).isNull();
  }

  /** Each deoptimisation is assumed to take 20 us; the counts are of ten seconds. */
  @ParameterizedTest
  @CsvSource({
    "4900, 1, none",
    "5100, 1, LOW",
    "26000, 1, MEDIUM",
    "101000, 1, HIGH",
    "101000, 16, LOW"
  })
  void shouldWeighDeoptimisations(long count, double cpus, String severity) {
    recorded.deoptimised = List.of(new Deoptimised("acme.Ratio.of:7", "div0_check", "none", count));
    recorded.cpus = cpus;

    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNotTakeAWarmUpForAStorm() {
    recorded.cpus = 0.01;
    recorded.deoptimised =
        IntStream.range(0, 500)
            .mapToObj(i -> new Deoptimised("acme.C" + i + ".m:1", "unstable_if", "reinterpret", 19))
            .toList();

    assertThat(findings()).isEmpty();
  }

  @Test
  void shouldNameMethodAndReasonOfDeoptimisations() {
    recorded.deoptimised =
        List.of(
            new Deoptimised("acme.Ratio.of:7", "div0_check", "none", 50_000),
            new Deoptimised("acme.Other.of:9", "class_check", "maybe_recompile", 3));

    ResourceFinding finding = findings().getFirst();

    assertThat(finding.kind()).isEqualTo(FindingKind.DEOPTIMISATION);
    assertThat(finding.subject()).isEqualTo("acme.Ratio.of:7");
    assertThat(finding.evidence())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.value()).isEqualTo(5_000);
          assertThat(one.note()).contains("div0_check", "none");
        });
  }

  @ParameterizedTest
  @CsvSource({
    "0.04, 1, none",
    "0.1, 1, LOW",
    "0.5, 1, MEDIUM",
    // rare for each of many threads
    "0.5, 10, LOW",
    "1.5, 2, HIGH",
    "1.5, 4, MEDIUM"
  })
  void shouldWeighWaitsForFiles(double waiting, int threads, String severity) {
    recorded.io = List.of(io(Io.FORCE, false, waiting, threads));

    assertThat(severity()).isEqualTo(severity);
  }

  @ParameterizedTest
  @CsvSource({
    "CALL, false, HIGH",
    "SOCKET_WRITE, false, HIGH",
    // nobody knows who owes the data
    "SOCKET_READ, false, LOW",
    // the client may have nothing to ask
    "REQUEST, false, none",
    // the carrier is free meanwhile
    "CALL, true, none",
    "SOCKET_WRITE, true, none",
    "FILE_READ, true, HIGH"
  })
  void shouldTellLostTimeFromIdleTime(Io io, boolean isVirtual, String severity) {
    recorded.io = List.of(io(io, isVirtual, 2, 2));

    assertThat(severity()).isEqualTo(severity);
  }

  @Test
  void shouldNameWhereThreadsWaitForIo() {
    recorded.io = List.of(io(Io.CALL, false, 2, 2));

    ResourceFinding finding = findings().getFirst();

    assertThat(finding.kind()).isEqualTo(FindingKind.BLOCKING_IO);
    assertThat(finding.subject()).endsWith(" at acme.Client.ask:5");
    assertThat(finding.evidence().getFirst().note()).contains("pool-1-thread-1");
    assertThat(finding.evidence().get(1).note()).isEqualTo("127.0.0.1:5432");
  }

  @ParameterizedTest
  @CsvSource({
    "CALL, 41, 44, true",
    "CALL, 41, 300, false",
    "CALL, 5, 44, false",
    "FORCE, 41, 44, false"
  })
  void shouldKnowHowLongLinuxDelaysAnAcknowledgement(
      Io io, long meanMs, long longestMs, boolean isDelayed) {
    Blocking where =
        new Blocking(
            "",
            "acme.Client.ask:5",
            100 * meanMs * 1_000_000,
            longestMs * 1_000_000,
            100,
            List.of("main"),
            1);
    recorded.io = List.of(new IoWait(io, false, where, List.of("127.0.0.1:5432")));

    assertThat(findings().getFirst().advice().remedies().getFirst().contains("TCP_NODELAY"))
        .isEqualTo(isDelayed);
  }

  @Test
  void shouldShowTheMostSevereFirst() {
    recorded.exceptionsPerS = 1_100;
    recorded.io = List.of(io(Io.FORCE, false, 2, 2), io(Io.FILE_READ, false, 0.1, 1));

    assertThat(findings())
        .extracting(ResourceFinding::severity)
        .containsExactly(Severity.HIGH, Severity.LOW, Severity.LOW);
  }

  private static IoWait io(Io io, boolean isVirtual, double waiting, int threads) {
    return new IoWait(
        io,
        isVirtual,
        Recorded.blocking("", "acme.Client.ask:5", waiting, threads),
        List.of("127.0.0.1:5432"));
  }
}
