package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.foliot.checks.specimens.runtime.RuntimeProcess;
import dev.foliot.checks.specimens.runtime.RuntimeSpecimen;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.recording.RecordingExamination;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose problem only a flight recording shows, and as busy controls. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
final class RecordedSpecimensTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration WATCHED = Duration.ofSeconds(2);

  /** On a busy machine a program may not be compiled in the first seconds. */
  private static final int TRIES = 4;

  static Stream<Arguments> few() throws IOException {
    return Stream.of(
        arguments(17, RuntimeSpecimen.named("exceptions").orElseThrow(), Jdks.home(17)),
        arguments(25, RuntimeSpecimen.named("blocking-io-control").orElseThrow(), Jdks.home(25)));
  }

  static Stream<Arguments> every() throws IOException {
    Path older = Jdks.home(17);
    Path newer = Jdks.home(25);
    return RuntimeSpecimen.recorded().stream()
        .flatMap(one -> Stream.of(arguments(17, one, older), arguments(25, one, newer)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("few")
  void shouldJudgeTheMostCommon(int feature, RuntimeSpecimen specimen, Path home)
      throws IOException {
    judge(specimen, home);
  }

  @Tag("specimens")
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("every")
  void shouldJudgeEach(int feature, RuntimeSpecimen specimen, Path home) throws IOException {
    judge(specimen, home);
  }

  /** A run-time image without the module jdk.jfr. */
  @Tag("specimens")
  @Test
  void shouldSayThatTheJvmHasNoRecorder(@TempDir Path folder) throws IOException {
    Path image = folder.resolve("image");
    ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
    assertThat(
            jlink.run(
                System.out,
                System.err,
                "--add-modules",
                "java.base,java.management",
                "--output",
                image.toString()))
        .isZero();
    RuntimeSpecimen specimen = RuntimeSpecimen.named("exceptions").orElseThrow();
    try (RuntimeProcess process = RuntimeProcess.start(image, specimen, List.of())) {
      assertThat(
              new RecordingExamination()
                  .alone(LIVE, process.pid(), WATCHED, true)
                  .record()
                  .limits())
          .singleElement()
          .isInstanceOf(RecordingReason.RecordingRefused.class);
    }
  }

  private static void judge(RuntimeSpecimen specimen, Path home) throws IOException {
    try (RuntimeProcess process = RuntimeProcess.start(home, specimen, List.of())) {
      Outcome<ResourceFinding> outcome = examined(specimen, process.pid());
      List<ResourceFinding> telling = telling(outcome);
      System.out.printf(Locale.ROOT, "%s on %s: %s%n", specimen, home.getFileName(), telling);
      if (specimen.kind().isEmpty()) {
        assertThat(telling).as(outcome.toString()).isEmpty();
      } else {
        assertThat(telling)
            .as(outcome.toString())
            .filteredOn(one -> name(one).equals(specimen.kind().get()))
            .hasSize(1)
            .allSatisfy(one -> assertThat(one.subject()).contains("EventPrograms."));
      }
    }
  }

  /** Examines it, an affected one again if it is not found yet. */
  private static Outcome<ResourceFinding> examined(RuntimeSpecimen specimen, long pid) {
    Outcome<ResourceFinding> outcome = new RecordingExamination().alone(LIVE, pid, WATCHED, true);
    for (int i = 1; i < TRIES && specimen.kind().isPresent(); i++) {
      if (telling(outcome).stream().anyMatch(one -> name(one).equals(specimen.kind().get()))) {
        break;
      }
      outcome = new RecordingExamination().alone(LIVE, pid, WATCHED, true);
    }
    assertThat(outcome.record().status()).as(outcome.toString()).isEqualTo(Status.DONE);
    return outcome;
  }

  private static List<ResourceFinding> telling(Outcome<ResourceFinding> outcome) {
    return outcome.findings().stream().filter(one -> one.severity() != Severity.LOW).toList();
  }

  private static String name(ResourceFinding finding) {
    return finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
