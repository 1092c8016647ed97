package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.specimens.Jdk;
import dev.foliot.checks.specimens.Specimen;
import dev.foliot.checks.specimens.SpecimenProcess;
import dev.foliot.checks.specimens.Specimens;
import dev.foliot.checks.specimens.Truth;
import dev.foliot.linux.PerfEvent;
import dev.foliot.linux.PerfProbe;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** {@code foliot diagnose} as a user runs it, on programs whose truth is known. */
@EnabledOnOs(OS.LINUX)
final class DiagnoseTest {
  private static final int REFUSED = 4;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final double MOST_CPU_S = 1.5;

  @TempDir Path folder;

  @BeforeEach
  void needWatchpoints() {
    Reading<Long> watched = PerfProbe.watches(PerfEvent.Access.WRITE);
    assumeTrue(watched instanceof Reading.Value<Long>, watched::toString);
  }

  @Test
  void shouldNameWhatTwoThreadsFightOverOnAnOldJdk() throws Exception {
    try (SpecimenProcess specimen = specimen(17, "instanceof-pair")) {
      JsonNode diagnosis = diagnosis(specimen);
      for (int i = 0; i < 2 && isCutShort(diagnosis); i++) {
        diagnosis = diagnosis(specimen);
      }
      assertThat(diagnosis.at("/schema").asString()).isEqualTo("foliot.diagnosis/1");
      assertThat(diagnosis.at("/jvm/cured").asBoolean()).isFalse();
      assertThat(diagnosis.at("/examinations/sharing/status").asString()).isEqualTo("done");
      mustBe(diagnosis, truth("instanceof-pair"), specimen.className());
      JsonNode finding = diagnosis.at("/findings/0");
      assertThat(finding.at("/severity").asString()).isEqualTo("high");
      assertThat(finding.at("/writer_threads").asInt()).isEqualTo(2);
      assertThat(finding.at("/sites/0/frames/0").asString()).contains("InstanceofPair");
      assertThat(diagnosis.at("/cost/worst_thread_share").asDouble()).isBetween(1e-5, 0.02);
    }
  }

  @Test
  void shouldFindNothingWhereOneThreadAlternates() throws Exception {
    try (SpecimenProcess specimen = specimen(17, "single-thread")) {
      assertThat(diagnosis(specimen).at("/findings").size()).isZero();
    }
  }

  @Test
  void shouldFindNothingOnACuredJdk() throws Exception {
    try (SpecimenProcess specimen = specimen(25, "instanceof-pair")) {
      JsonNode diagnosis = diagnosis(specimen);
      assertThat(diagnosis.at("/findings").size()).isZero();
      assertThat(diagnosis.at("/jvm/cured").asBoolean()).isTrue();
      assertThat(diagnosis.at("/examinations/sharing/summary").asString()).startsWith("cured");
    }
  }

  @Test
  void shouldRefuseWhatIsNoJvm() throws Exception {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    try {
      Ended ended =
          FoliotProcess.run(folder, "diagnose", Long.toString(sleeper.pid()), "--no-store");
      assertThat(ended.exit()).as(ended.err()).isEqualTo(REFUSED);
      assertThat(ended.errors()).singleElement().asString().contains("JVM");
    } finally {
      sleeper.destroyForcibly();
    }
  }

  static Stream<Arguments> all() {
    List<Arguments> all = new ArrayList<>();
    for (Specimen specimen : Specimens.all()) {
      Truth truth = specimen.truth();
      if (truth.since() <= 17) {
        all.add(Arguments.of(17, truth.name(), truth.isSickOn(Jdk.JDK_17)));
      }
      all.add(Arguments.of(25, truth.name(), false));
    }
    return all.stream();
  }

  /**
   * Every planted case, none invented, in time and within its cost; on a machine that has nothing
   * else to do.
   */
  @Tag("specimens")
  @ParameterizedTest
  @MethodSource("all")
  void shouldTellTheSickFromTheHealthy(int jdk, String name, boolean sick) throws Exception {
    try (SpecimenProcess specimen = specimen(jdk, name)) {
      long startNs = System.nanoTime();
      JsonNode diagnosis = diagnosis(specimen);
      assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(LONGEST);
      assertThat(diagnosis.at("/cost/cpu_s").asDouble()).isLessThan(MOST_CPU_S);
      assertThat(diagnosis.at("/cost/worst_thread_share").asDouble()).isLessThanOrEqualTo(0.02);
      if (sick) {
        mustBe(diagnosis, truth(name), specimen.className());
      } else {
        assertThat(diagnosis.at("/findings").size()).as(diagnosis.toString()).isZero();
      }
    }
  }

  /** On a busy machine threads may run together too seldom; that is said. */
  private static boolean isCutShort(JsonNode diagnosis) {
    return diagnosis.at("/examinations/sharing/status").asString().equals("partial");
  }

  private static void mustBe(JsonNode diagnosis, Truth truth, String className) {
    assertThat(diagnosis.at("/findings").size()).as(diagnosis.toString()).isPositive();
    for (JsonNode finding : diagnosis.at("/findings")) {
      String type = finding.at("/class").asString();
      assertThat(type.equals(className) || truth.isAbout(type)).as(type).isTrue();
      assertThat(finding.at("/kind").asString()).isEqualTo(truth.kind().text());
      List<String> interfaces = new ArrayList<>();
      finding.at("/interfaces").forEach(one -> interfaces.add(one.asString()));
      assertThat(interfaces).containsExactlyInAnyOrderElementsOf(truth.interfaces());
      List<String> frames = new ArrayList<>();
      finding
          .at("/sites")
          .forEach(site -> site.at("/frames").forEach(frame -> frames.add(frame.asString())));
      assertThat(frames).as("the code that casts").anyMatch(truth::isSite);
    }
  }

  private static Truth truth(String name) {
    return Specimens.named(name).orElseThrow().truth();
  }

  private static SpecimenProcess specimen(int jdk, String name) throws Exception {
    return SpecimenProcess.start(Jdks.home(jdk), List.of(), name);
  }

  private JsonNode diagnosis(SpecimenProcess specimen) throws Exception {
    Ended ended =
        FoliotProcess.run(
            folder,
            "diagnose",
            Long.toString(specimen.pid()),
            "--only",
            "sharing",
            "--json",
            "--no-store");
    assertThat(ended.exit()).as(ended.err()).isZero();
    return StoredFiles.json(ended.out());
  }
}
