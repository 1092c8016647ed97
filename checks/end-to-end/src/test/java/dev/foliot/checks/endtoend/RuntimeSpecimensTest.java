package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.foliot.checks.specimens.runtime.RuntimeProcess;
import dev.foliot.checks.specimens.runtime.RuntimeSpecimen;
import dev.foliot.diagnose.memory.MemoryExamination;
import dev.foliot.diagnose.runtime.RuntimeExamination;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that lose time to their JVM, or memory outside of the heap, and as busy controls. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
final class RuntimeSpecimensTest {
  private static final Path LIVE = Path.of("/");
  private static final Duration WATCHED = Duration.ofSeconds(4);

  /** On a busy machine a program may not have its problem in the first seconds. */
  private static final int TRIES = 4;

  /** So many looks of a control, of one more, must find nothing of its kind. */
  private static final int CLEAN = 2;

  /** What grows in a JVM is found for every change by MemoryExaminationTest. */
  static Stream<Arguments> few() throws IOException {
    return all(25, Set.of("gc-pressure", "time-to-safepoint"));
  }

  static Stream<Arguments> every() throws IOException {
    Set<String> names = Set.of();
    return Stream.concat(all(17, names), all(25, names));
  }

  /** The specimens of some kinds; of all if there are none. */
  private static Stream<Arguments> all(int feature, Set<String> kinds) throws IOException {
    Path home = Jdks.home(feature);
    return RuntimeSpecimen.all().stream()
        .filter(one -> kinds.isEmpty() || kinds.contains(kind(one)))
        .map(one -> arguments(feature, one, home));
  }

  /** A control bears the name of the kind that it lacks. */
  private static String kind(RuntimeSpecimen specimen) {
    return specimen.name().replaceFirst("-control$", "");
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("few")
  void shouldJudgeTheMostCommon(int feature, RuntimeSpecimen specimen, Path home)
      throws IOException {
    judge(specimen, home);
  }

  @Tag("specimens")
  @Tag("full")
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("every")
  void shouldJudgeEach(int feature, RuntimeSpecimen specimen, Path home) throws IOException {
    judge(specimen, home);
  }

  private static void judge(RuntimeSpecimen specimen, Path home) throws IOException {
    boolean isSick = specimen.kind().isPresent();
    int enough = isSick ? 1 : CLEAN;
    int tries = isSick ? TRIES : CLEAN + 1;
    try (RuntimeProcess process = RuntimeProcess.start(home, specimen, List.of())) {
      List<String> seen = new ArrayList<>();
      int right = 0;
      for (int i = 0; i < tries; i++) {
        List<ResourceFinding> findings = findings(specimen, process.pid());
        seen.add(findings.stream().map(RuntimeSpecimensTest::line).toList().toString());
        right += findings.stream().anyMatch(one -> is(one, kind(specimen))) == isSick ? 1 : 0;
        if (right == enough) {
          return;
        }
      }
      assertThat(seen).as(specimen + ": " + specimen.kind()).isEmpty();
    }
  }

  private static List<ResourceFinding> findings(RuntimeSpecimen specimen, long pid) {
    FindingKind kind = FindingKind.of(kind(specimen)).orElseThrow();
    return kind.examination() == ExaminationKind.MEMORY
        ? new MemoryExamination().alone(LIVE, pid, WATCHED, false).findings()
        : new RuntimeExamination().alone(LIVE, pid, WATCHED, false).findings();
  }

  private static boolean is(ResourceFinding finding, String kind) {
    return name(finding).equals(kind) && finding.severity() != Severity.LOW;
  }

  private static String name(ResourceFinding finding) {
    return finding.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String line(ResourceFinding finding) {
    return name(finding) + ": " + finding.severity() + ": " + finding.grade().severityReason();
  }
}
