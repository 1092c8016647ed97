package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.specimens.Jdk;
import dev.foliot.checks.specimens.Specimen;
import dev.foliot.checks.specimens.SpecimenProcess;
import dev.foliot.checks.specimens.SpecimenRefusedException;
import dev.foliot.checks.specimens.Specimens;
import dev.foliot.checks.specimens.Truth;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.PerfProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code foliot diagnose} as a user runs it, on programs with known behaviour. */
@EnabledOnOs(OS.LINUX)
final class DiagnoseTest {
  private static final int REFUSED = 4;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final double MOST_CPU_S = 1.5;

  /** The programs of the short form: one of each kind that was ever misjudged, and the fix. */
  private static final Set<String> TELLING =
      Set.of("instanceof-pair", "false-primary", "lucky-address", "hand-off", "single-thread");

  /** A control that works too rarely to show its turns: inconclusive is a correct answer. */
  private static final Set<String> IN_DOUBT = Set.of("seldom");

  @TempDir Path folder;

  /** A first build does not belong to the time of a diagnosis. */
  @BeforeAll
  static void build(@TempDir Path any) throws Exception {
    assertThat(FoliotProcess.run(any, "--version").exit()).isZero();
  }

  @BeforeEach
  void needWatchpoints() {
    Reading<Long> watched = PerfProbe.watches(PerfEvent.Access.WRITE);
    assumeTrue(watched instanceof Reading.Value<Long>, watched::toString);
  }

  /** A made process with the same writes is diagnosed by SharingRunTest, on any machine. */
  @Tag("real-time")
  @Test
  void shouldNameWhatTwoThreadsFightOverOnAnOldJdk() throws Exception {
    try (SpecimenProcess specimen = specimen(17, "instanceof-pair")) {
      JsonNode diagnosis = wholeDiagnosis(specimen);
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

  /** The most different come first: the short form takes two. */
  static Stream<String> memoryFlags() {
    return Stream.of(
            "-XX:+UseZGC",
            "-XX:-UseCompressedClassPointers",
            "-XX:+UseSerialGC",
            "-XX:+UseParallelGC",
            "-XX:+UseG1GC",
            "-Xshare:off",
            "-XX:-UseCompressedOops",
            "-XX:TieredStopAtLevel=1")
        .limit(isShort() ? 2 : Long.MAX_VALUE);
  }

  /** Each flag changes the addresses of classes and the way to them. */
  @Tag("real-time")
  @ParameterizedTest
  @MethodSource("memoryFlags")
  void shouldNameItWhateverTheJvmIsToldOfItsMemory(String flag) throws Exception {
    try (SpecimenProcess specimen = specimen(17, "instanceof-pair", flag)) {
      JsonNode diagnosis = wholeDiagnosis(specimen);
      mustBe(diagnosis, truth("instanceof-pair"), specimen.className());
    }
  }

  @Tag("real-time")
  @ParameterizedTest
  @ValueSource(strings = {"-XX:+UseCompactObjectHeaders", "-XX:+UseZGC", "-Xshare:off"})
  void shouldClearACuredJvmWhateverItIsToldOfItsMemory(String flag) throws Exception {
    try (SpecimenProcess specimen = specimen(25, "instanceof-pair", flag)) {
      JsonNode diagnosis = diagnosis(specimen);
      assertThat(diagnosis.at("/findings").size()).as(diagnosis.toString()).isZero();
      assertThat(diagnosis.at("/examinations/sharing/summary").asString()).startsWith("cured");
      assertThat(diagnosis.at("/examinations/sharing/looked_at/1").asString())
          .containsPattern("[0-9],[0-9]{3} classes, read in");
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

  /** Not on a quiet machine: the cost is not checked, and an inconclusive verdict is repeated. */
  private static boolean isShort() {
    return Boolean.getBoolean("specimens.short");
  }

  /**
   * On 17 and, except in the short form, on 25; or on the JDKs of the property {@code foliot.jdks}.
   */
  static Stream<Arguments> all() throws IOException {
    List<Path> homes = new ArrayList<>();
    String others = System.getProperty("foliot.jdks");
    if (others == null) {
      homes.add(Jdks.home(17));
      if (!isShort()) {
        homes.add(Jdks.home(25));
      }
    } else {
      for (String home : others.split(",", -1)) {
        homes.add(Path.of(home));
      }
    }
    List<Arguments> all = new ArrayList<>();
    for (Path home : homes) {
      Runtime.Version version = Jdks.version(home);
      for (Specimen specimen : Specimens.all()) {
        Truth truth = specimen.truth();
        if (truth.since() <= version.feature() && (!isShort() || TELLING.contains(truth.name()))) {
          all.add(Arguments.of(home, truth.name(), truth.isSickOn(Jdk.of(version))));
        }
      }
    }
    return all.stream();
  }

  /**
   * A diagnosis with all examinations finds every planted case, without false positives. It keeps
   * to its time and its cost on a quiet machine. The short form, {@code -Dspecimens.short=true},
   * runs a few of them on any machine.
   */
  @Tag("specimens")
  @ParameterizedTest
  @MethodSource("all")
  void shouldTellTheSickFromTheHealthy(Path jdk, String name, boolean sick) throws Exception {
    try (SpecimenProcess specimen = played(jdk, name)) {
      JsonNode diagnosis = timed(specimen, name);
      for (int i = 0; i < 2 && isShort() && isCutShort(diagnosis); i++) {
        diagnosis = timed(specimen, name);
      }
      if (sick) {
        mustBe(diagnosis, truth(name), specimen.className());
        if (!isShort()) {
          assertThat(sharing(diagnosis))
              .as("more than a doubt: " + diagnosis)
              .anyMatch(finding -> !finding.at("/severity").asString().equals("low"));
        }
      } else if (IN_DOUBT.contains(name)) {
        assertThat(sharing(diagnosis))
            .as(diagnosis.toString())
            .allMatch(finding -> finding.at("/severity").asString().equals("low"))
            .allMatch(finding -> finding.at("/confidence").asDouble() <= 0.5);
      } else {
        assertThat(sharing(diagnosis)).as(diagnosis.toString()).isEmpty();
      }
    }
  }

  @Test
  void shouldHaveAllThatTheShortFormPlays() {
    assertThat(Specimens.all()).extracting(Specimen::toString).containsAll(TELLING);
  }

  /**
   * If a JVM cannot play it, for example because no filler moves a class, the test gives the
   * reason.
   */
  private static SpecimenProcess played(Path jdk, String name) throws IOException {
    try {
      return SpecimenProcess.start(jdk, List.of(), name);
    } catch (SpecimenRefusedException e) {
      return abort(name + " cannot be played on " + jdk.getFileName() + ": " + e.getMessage());
    }
  }

  private JsonNode timed(SpecimenProcess specimen, String name) throws Exception {
    long startNs = System.nanoTime();
    JsonNode diagnosis = diagnosed(specimen);
    Duration elapsed = Duration.ofNanos(System.nanoTime() - startNs);
    System.out.printf(
        Locale.ROOT,
        "%s on %s: %d of sharing found, %.1f s, %.2f s of CPU, %.2f %% of a thread%n",
        name,
        diagnosis.at("/jvm/version").asString(),
        sharing(diagnosis).size(),
        elapsed.toMillis() / 1e3,
        diagnosis.at("/cost/cpu_s").asDouble(),
        100 * diagnosis.at("/cost/worst_thread_share").asDouble());
    if (!isShort()) {
      assertThat(elapsed).isLessThan(LONGEST);
      assertThat(diagnosis.at("/cost/cpu_s").asDouble()).isLessThan(MOST_CPU_S);
    }
    assertThat(diagnosis.at("/cost/worst_thread_share").asDouble()).isLessThanOrEqualTo(0.02);
    return diagnosis;
  }

  /** The findings on sharing; with two CPUs the scheduler's examination has findings too. */
  private static List<JsonNode> sharing(JsonNode diagnosis) {
    List<JsonNode> sharing = new ArrayList<>();
    for (JsonNode finding : diagnosis.at("/findings")) {
      if (finding.at("/kind").asString().endsWith("-sharing")) {
        sharing.add(finding);
      }
    }
    return sharing;
  }

  private JsonNode wholeDiagnosis(SpecimenProcess specimen) throws Exception {
    JsonNode diagnosis = diagnosis(specimen);
    for (int i = 0; i < 2 && isShort() && isCutShort(diagnosis); i++) {
      diagnosis = diagnosis(specimen);
    }
    assertThat(isCutShort(diagnosis)).as("too busy for threads to run together").isFalse();
    return diagnosis;
  }

  /** On a busy machine threads may rarely run together; the diagnosis says so. */
  private static boolean isCutShort(JsonNode diagnosis) {
    return diagnosis.at("/examinations/sharing/status").asString().equals("partial");
  }

  private static void mustBe(JsonNode diagnosis, Truth truth, String className) {
    assertThat(sharing(diagnosis)).as(diagnosis.toString()).isNotEmpty();
    for (JsonNode finding : sharing(diagnosis)) {
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

  private static SpecimenProcess specimen(int jdk, String name, String... flags) throws Exception {
    return SpecimenProcess.start(Jdks.home(jdk), List.of(flags), name);
  }

  private JsonNode diagnosis(SpecimenProcess specimen) throws Exception {
    return diagnosed(specimen, "--only", "sharing");
  }

  private JsonNode diagnosed(SpecimenProcess specimen, String... options) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("diagnose", Long.toString(specimen.pid()), "--json", "--no-store"));
    words.addAll(List.of(options));
    Ended ended = FoliotProcess.run(folder, words.toArray(String[]::new));
    assertThat(ended.exit()).as(ended.err()).isZero();
    return StoredFiles.json(ended.out());
  }
}
