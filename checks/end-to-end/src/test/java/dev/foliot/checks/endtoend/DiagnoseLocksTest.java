package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.specimens.waits.WaitProcess;
import dev.foliot.checks.specimens.waits.WaitSpecimen;
import dev.foliot.checks.specimens.waits.WaitSpecimens;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code foliot diagnose --only locks} on programs with known waits. */
@EnabledOnOs(OS.LINUX)
final class DiagnoseLocksTest {
  private static final int NEWEST = 25;
  private static final Set<String> COMMON = Set.of("deadlock", "lock-contention");
  private static final Set<String> PARTIAL = Set.of("VIRTUAL_THREADS_UNSAMPLED", "SAMPLES_FEW");

  @TempDir Path folder;

  /** On 17 and 25, or on the JDKs of the property {@code foliot.jdks}. */
  static Stream<Arguments> all() throws IOException {
    String others = System.getProperty("foliot.jdks");
    List<Path> homes =
        others == null
            ? List.of(Jdks.home(17), Jdks.home(NEWEST))
            : Stream.of(others.split(",", -1)).map(Path::of).toList();
    return on(homes, WaitSpecimens.all());
  }

  /** The most common kinds, on the newest JDK. */
  static Stream<Arguments> few() throws IOException {
    return on(
        List.of(Jdks.home(NEWEST)),
        WaitSpecimens.all().stream().filter(specimen -> COMMON.contains(specimen.kind())).toList());
  }

  private static Stream<Arguments> on(List<Path> homes, List<WaitSpecimen> specimens)
      throws IOException {
    List<Arguments> all = new ArrayList<>();
    for (Path home : homes) {
      int feature = Jdks.version(home).feature();
      for (WaitSpecimen specimen : specimens) {
        if (specimen.runsOn(feature)) {
          all.add(Arguments.of(home, specimen.name(), specimen.isAffectedOn(feature)));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("few")
  void shouldTellTheMostCommonFromTheirControls(Path jdk, String name, boolean isAffected)
      throws Exception {
    judge(jdk, name, isAffected);
  }

  @Tag("specimens")
  @Tag("full")
  @ParameterizedTest
  @MethodSource("all")
  void shouldTellTheAffectedFromTheControls(Path jdk, String name, boolean isAffected)
      throws Exception {
    judge(jdk, name, isAffected);
  }

  private void judge(Path jdk, String name, boolean isAffected) throws Exception {
    WaitSpecimen specimen = WaitSpecimens.named(name).orElseThrow();
    try (WaitProcess process = WaitProcess.start(jdk, List.of(), name)) {
      JsonNode diagnosis = diagnosis(process.pid());
      assertThat(diagnosis.at("/examinations/locks/status").asString())
          .as(diagnosis.toString())
          .isEqualTo(isPartial(diagnosis) ? "partial" : "done");
      List<String> telling = new ArrayList<>();
      for (JsonNode finding : diagnosis.at("/findings")) {
        if (!finding.at("/severity").asString().equals("low")) {
          telling.add(finding.at("/kind").asString());
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%s on %s: %s, %.2f s of CPU%n",
          name,
          jdk.getFileName(),
          telling,
          diagnosis.at("/cost/cpu_s").asDouble());
      if (isAffected) {
        assertThat(telling).as(diagnosis.toString()).contains(specimen.kind());
        assertThat(diagnosis.at("/findings").toString()).contains(specimen.place());
      } else {
        assertThat(telling).as(diagnosis.toString()).isEmpty();
      }
    }
  }

  /**
   * What virtual threads wait for is on no list of the JVM, and on a busy machine a look takes so
   * long that there are few samples.
   */
  private static boolean isPartial(JsonNode diagnosis) {
    for (JsonNode limit : diagnosis.at("/examinations/locks/could_not_codes")) {
      if (PARTIAL.contains(limit.at("/code").asString())) {
        return true;
      }
    }
    return false;
  }

  private JsonNode diagnosis(long pid) throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "diagnose",
            Long.toString(pid),
            "--only",
            "locks",
            "--duration",
            "3s",
            "--json",
            "--no-store");
    assertThat(ended.exit()).as(ended.err()).isZero();
    return StoredFiles.json(ended.out());
  }
}
