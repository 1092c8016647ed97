package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The archive that {@code mvn -Prelease} makes, unpacked and started somewhere else, with none of
 * the sources near.
 */
@Tag("release")
final class ReleaseArchiveTest {
  private static final Path CLI = Path.of("..", "..", "cli").toAbsolutePath().normalize();

  @TempDir static Path unpacked;
  private static Path home;

  @TempDir Path elsewhere;

  /** The end of a process, with its combined output. */
  private record Said(int exit, String text) {}

  @BeforeAll
  static void unpack() throws Exception {
    Path archive = only(CLI.resolve("target"), "foliot-[0-9].*\\.tar\\.gz");
    Said tar = run(unpacked, "tar", "xzf", archive.toString());
    assertThat(tar.exit()).as(tar.text()).isZero();
    home = only(unpacked, "foliot-[0-9].*");
  }

  @Test
  void shouldHoldTheLauncherTheLicencesAndTheLessons() {
    assertThat(home.resolve("foliot")).isExecutable();
    assertThat(home.resolve("LICENSE")).isNotEmptyFile();
    assertThat(home.resolve("THIRD-PARTY.md")).isNotEmptyFile();
    assertThat(home.resolve("docs/demo.md")).isNotEmptyFile();
    assertThat(home.resolve("samples/foliot-samples.jar")).isNotEmptyFile();
    assertThat(home.resolve("pom.xml")).doesNotExist();
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
    Path cache = only(home, ".*\\.aot");
    List<String> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.resolve("lib"))) {
      files.map(Path::toString).sorted().forEach(jars::add);
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
