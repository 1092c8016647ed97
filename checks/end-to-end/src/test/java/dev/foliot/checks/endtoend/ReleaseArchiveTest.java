package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Unpacks the archives that {@code mvn -Prelease} makes and starts them in another folder, away
 * from the sources.
 */
@Tag("release")
final class ReleaseArchiveTest {
  private static final Path CLI = Path.of("..", "..", "cli").toAbsolutePath().normalize();

  private static final String FULL = "foliot-[0-9](?!.*-without-fleet).*";
  private static final String WITHOUT_FLEET = "foliot-[0-9].*-without-fleet";

  @TempDir static Path unpacked;
  private static Path home;
  private static Path withoutFleet;

  @TempDir Path elsewhere;

  /** The end of a process, with its combined output. */
  private record Said(int exit, String text) {}

  @BeforeAll
  static void unpack() throws Exception {
    home = unpack(FULL);
    withoutFleet = unpack(WITHOUT_FLEET);
  }

  private static Path unpack(String name) throws Exception {
    Path archive = only(CLI.resolve("target"), name + "\\.tar\\.gz");
    Said tar = run(unpacked, "tar", "xzf", archive.toString());
    assertThat(tar.exit()).as(tar.text()).isZero();
    return only(unpacked, name);
  }

  @Test
  void shouldHoldTheLauncherTheLicencesAndTheLessons() throws IOException {
    for (Path archive : List.of(home, withoutFleet)) {
      assertThat(archive.resolve("foliot")).isExecutable();
      assertThat(archive.resolve("LICENSE")).isNotEmptyFile();
      assertThat(archive.resolve("THIRD-PARTY.md")).isNotEmptyFile();
      assertThat(archive.resolve("README.md")).isNotEmptyFile();
      assertThat(archive.resolve("samples/foliot-samples.jar")).isNotEmptyFile();
      assertThat(archive.resolve("pom.xml")).doesNotExist();
    }
    only(home.resolve("lib/fleet"), "duckdb_jdbc-.*\\.jar");
    assertThat(withoutFleet.resolve("lib/fleet")).doesNotExist();
    assertThat(sizeMb(WITHOUT_FLEET)).isLessThan(sizeMb(FULL) / 2).isLessThan(30);
  }

  private static long sizeMb(String name) throws IOException {
    return Files.size(only(CLI.resolve("target"), name + "\\.tar\\.gz")) / 1_000_000;
  }

  @Test
  void shouldReadAFleetWhereDuckDbIsAndSayWhatIsMissingElsewhere() throws Exception {
    Files.writeString(
        elsewhere.resolve("nodes.csv"), "time,node,cpu\n0,a,1\n0,b,1\n60,a,2\n60,b,2\n");
    String[] words = {"fleet", "nodes.csv", "--no-store"};

    Said refused = foliot(withoutFleet, words);
    Said read = foliot(home, words);

    assertThat(refused.exit()).as(refused.text()).isEqualTo(4);
    assertThat(refused.text().lines()).singleElement().asString().contains("lib/fleet");
    assertThat(read.exit()).as(read.text()).isZero();
    Files.createSymbolicLink(withoutFleet.resolve("lib/fleet"), home.resolve("lib/fleet"));
    try {
      Said repaired = foliot(withoutFleet, words);
      assertThat(repaired.exit()).as(repaired.text()).isZero();
      assertThat(repaired.text()).isEqualTo(read.text());
    } finally {
      Files.delete(withoutFleet.resolve("lib/fleet"));
    }
  }

  private Said foliot(Path archive, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(archive.resolve("foliot").toString()));
    command.addAll(List.of(words));
    return run(elsewhere, command.toArray(String[]::new));
  }

  @Test
  void shouldStartFromAnotherFolderAndBuildNothing() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("f"), home.resolve("foliot"));

    Said version = run(elsewhere, link.toString(), "--version");
    assertThat(version.exit()).as(version.text()).isZero();
    assertThat(version.text()).startsWith("foliot 0.").doesNotContain("building");
    Said doctor = run(elsewhere, home.resolve("foliot").toString(), "doctor");
    assertThat(doctor.exit()).as(doctor.text()).isZero();
    assertThat(doctor.text()).contains("checks");
    Said runs = run(elsewhere, home.resolve("foliot").toString(), "runs", "--json");
    assertThat(runs.exit()).as(runs.text()).isZero();
    assertThat(runs.text()).contains("foliot.runs/1", elsewhere.resolve(".foliot").toString());
    assertThat(home.resolve(".launch")).doesNotExist();
  }

  /**
   * Its shortest form; it starts a lesson, two placed JVMs and the services, all from the archive.
   */
  @Test
  void shouldShowTheDemoFromAnotherFolder() throws Exception {
    String launcher = home.resolve("foliot").toString();

    Said demo = run(elsewhere, launcher, "demo", "--shortest", "--json");

    assertThat(demo.exit()).as(demo.text()).isIn(0, 5);
    JsonNode json = StoredFiles.json(demo.text().substring(demo.text().indexOf('{')));
    assertThat(json.at("/parts").findValuesAsString("status"))
        .as(demo.text())
        .containsExactly("done", "done", "done");
    assertThat(Path.of(json.at("/page").asString())).startsWith(elsewhere).isNotEmptyFile();
  }

  /** The JVM would also start without the cache: here it must use it. */
  @Test
  void shouldBringACacheThatTheJvmTakesWhereverItLies() throws Exception {
    for (Path archive : List.of(home, withoutFleet)) {
      startsWithTheCacheOf(archive, List.of("lib", "lib/fleet"));
    }
  }

  private void startsWithTheCacheOf(Path archive, List<String> folders) throws Exception {
    Path cache = only(archive, ".*\\.aot");
    List<String> jars = new ArrayList<>();
    for (String folder : folders) {
      if (Files.exists(archive.resolve(folder))) {
        StoredFiles.list(archive.resolve(folder)).stream()
            .map(Path::toString)
            .filter(file -> file.endsWith(".jar"))
            .forEach(jars::add);
      }
    }

    Said started =
        run(
            elsewhere,
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:AOTCache=" + cache,
            "-XX:AOTMode=on",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            String.join(":", jars),
            "dev.foliot.cli.Main",
            "--version");

    assertThat(started.exit()).as(started.text()).isZero();
    assertThat(started.text()).startsWith("foliot 0.");
  }

  @Test
  void shouldDoWithoutACacheOfThisJdkWhereNothingCanBeWritten() throws Exception {
    Path copy = elsewhere.resolve("copy");
    assertThat(run(elsewhere, "cp", "-Rp", home.toString(), copy.toString()).exit()).isZero();
    Files.delete(only(copy, ".*\\.aot"));
    assertThat(run(elsewhere, "chmod", "-R", "a-w", copy.toString()).exit()).isZero();
    try {
      Said version = run(elsewhere, copy.resolve("foliot").toString(), "--version");

      assertThat(version.exit()).as(version.text()).isZero();
      assertThat(version.text()).startsWith("foliot 0.");
    } finally {
      run(elsewhere, "chmod", "-R", "u+w", copy.toString());
    }
  }

  private static Path only(Path folder, String name) throws IOException {
    List<Path> found =
        StoredFiles.list(folder).stream()
            .filter(file -> file.getFileName().toString().matches(name))
            .toList();
    assertThat(found).as(name + " in " + folder + "; mvn -Prelease makes it").hasSize(1);
    return found.getFirst();
  }

  private static Said run(Path folder, String... words) throws Exception {
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), text);
  }
}
