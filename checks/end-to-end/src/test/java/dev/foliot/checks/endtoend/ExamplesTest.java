package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Builds and runs the projects in {@code examples} that use the libraries of this build. */
final class ExamplesTest {
  private static final String SHORT =
      " '-Pfoliot.arguments=--forks 1 --warmup 300ms --duration 1s --no-wait' || [ -n \"$(ls"
          + " build/foliot)\" ]";

  @TempDir static Path folder;
  private static LocalMaven maven;

  @BeforeAll
  static void prepare() throws IOException {
    maven = new LocalMaven(folder, Libraries.repository(folder.resolve("libraries")));
  }

  @Test
  void shouldBuildTheTaskAndMeasureIt() throws Exception {
    Path project = copy(folder, "bench");

    maven.run(project, "compile");
    Ended bench =
        FoliotProcess.run(
            project,
            "bench",
            "dev.foliot.examples.bench.OrderDesk",
            "--classpath",
            "target/classes",
            "--forks",
            "1",
            "--rate",
            "1k/s",
            "--warmup",
            "300ms",
            "--duration",
            "1s",
            "--json");

    // 5 on a busy machine
    assertThat(bench.exit()).as(bench.err()).isIn(0, 5);
    JsonNode fork = StoredFiles.json(bench.out()).at("/forks/0");
    assertThat(fork.at("/completed").asLong()).isEqualTo(1_000);
    assertThat(fork.at("/probes/parse/count").asLong()).isEqualTo(1_000);
  }

  /** On a busy machine it is skipped. */
  @Test
  void shouldPassTheTestOfTheLatency() throws Exception {
    Path project = copy(folder, "junit");

    maven.run(project, "test");

    assertThat(StoredFiles.list(project.resolve("target/surefire-reports")))
        .anySatisfy(
            file -> assertThat(file).content().contains("Tests run: 1, Failures: 0, Errors: 0, "));
  }

  /** On a busy machine it is skipped. */
  @Test
  void shouldPassTheLoadTestOfAServer() throws Exception {
    Path project = copy(folder, "load-java");

    maven.run(project, "test");

    assertThat(StoredFiles.list(project.resolve("target/surefire-reports")))
        .anySatisfy(
            file -> assertThat(file).content().contains("Tests run: 1, Failures: 0, Errors: 0, "));
  }

  @Test
  void shouldRunTheProgramWithThePool() throws Exception {
    String out = maven.run(copy(folder, "pool"), "compile", "exec:java");

    assertThat(out).contains("500 calls ended, their sum is 124750;");
  }

  /** Runs only where Gradle is installed. Gradle reads the libraries as its mavenLocal. */
  @Test
  void shouldDoTheSameWithGradle() throws Exception {
    assumeThat(FoliotProcess.shell(folder, "command -v gradle || true").out())
        .as("gradle")
        .isNotBlank();
    for (var tasks :
        List.of(
            List.of("bench", "classes"),
            List.of("bench", "foliotBench -Pfoliot.home=" + FoliotProcess.inTree("") + SHORT),
            List.of("junit", "test"),
            List.of("load-java", "test"),
            List.of("pool", "run"))) {
      Ended gradle =
          FoliotProcess.shell(
              copy(folder, tasks.getFirst()),
              "gradle --offline --no-daemon --console=plain -Dmaven.repo.local="
                  + folder.resolve("libraries")
                  + " "
                  + tasks.getLast());
      assertThat(gradle.exit()).as(gradle.out() + gradle.err()).isZero();
    }
  }

  /** A copy without what a build of it left. */
  static Path copy(Path folder, String example) throws IOException {
    Path from = FoliotProcess.inTree("examples/" + example);
    Path to = Files.createTempDirectory(folder, example);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path inside = from.relativize(file);
        if (!inside.startsWith("target") && !inside.startsWith("build")) {
          Path copy = to.resolve(inside.toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(copy);
          } else {
            Files.copy(file, copy);
          }
        }
      }
    }
    return to;
  }
}
