package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.foliot.checks.specimens.runtime.RuntimeProcess;
import dev.foliot.checks.specimens.runtime.RuntimeSpecimen;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.words.WordsExamination;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose threads write the same words and lines, or whose checks fail, and controls. */
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
final class WordSpecimensTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration WATCHED = Duration.ofSeconds(3);

  /** From this version on a table answers type checks. */
  private static final int WITH_TABLE = 24;

  /** On a busy machine a program may not be compiled yet, or its threads do not meet. */
  private static final int TRIES = 5;

  static Stream<Arguments> few() throws IOException {
    return Stream.of(
        arguments(17, RuntimeSpecimen.named("failed-type-checks").orElseThrow(), Jdks.home(17)),
        arguments(25, RuntimeSpecimen.named("contended-word").orElseThrow(), Jdks.home(25)));
  }

  static Stream<Arguments> every() throws IOException {
    Path older = Jdks.home(17);
    Path newer = Jdks.home(25);
    return RuntimeSpecimen.words().stream()
        .flatMap(one -> Stream.of(arguments(17, one, older), arguments(25, one, newer)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("few")
  void shouldJudgeTheMostCommon(int feature, RuntimeSpecimen specimen, Path home)
      throws IOException {
    judge(feature, specimen, home);
  }

  @Tag("specimens")
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("every")
  void shouldJudgeEach(int feature, RuntimeSpecimen specimen, Path home) throws IOException {
    judge(feature, specimen, home);
  }

  private static void judge(int feature, RuntimeSpecimen specimen, Path home) throws IOException {
    boolean isFixed =
        feature >= WITH_TABLE && specimen.kind().filter("failed-type-checks"::equals).isPresent();
    try (RuntimeProcess process = RuntimeProcess.start(home, specimen, List.of())) {
      if (specimen.kind().isEmpty() || isFixed) {
        Outcome<ResourceFinding> outcome = examined(process.pid());
        assertThat(outcome.findings())
            .as(outcome.toString())
            .allSatisfy(one -> assertThat(one.severity()).isEqualTo(Severity.LOW));
      } else {
        Outcome<ResourceFinding> outcome = untilFound(process.pid(), specimen.kind().get());
        assertThat(outcome.findings())
            .as(outcome.toString())
            .filteredOn(one -> name(one).equals(specimen.kind().get()))
            .hasSize(1)
            .allSatisfy(one -> assertThat(one.subject()).contains("WordPrograms"));
      }
    }
  }

  private static Outcome<ResourceFinding> examined(long pid) {
    Outcome<ResourceFinding> outcome = new WordsExamination().alone(LIVE, pid, WATCHED, false);
    System.out.printf(Locale.ROOT, "%s%n%s%n", outcome.record().lookedAt(), outcome.findings());
    return outcome;
  }

  private static Outcome<ResourceFinding> untilFound(long pid, String kind) {
    Outcome<ResourceFinding> outcome = examined(pid);
    for (int i = 1; i < TRIES; i++) {
      if (outcome.findings().stream().anyMatch(one -> name(one).equals(kind))) {
        break;
      }
      outcome = examined(pid);
    }
    return outcome;
  }

  private static String name(ResourceFinding finding) {
    return finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
