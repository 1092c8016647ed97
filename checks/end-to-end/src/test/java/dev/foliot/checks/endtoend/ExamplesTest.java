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

/**
 * Builds and runs the projects in {@code examples} that use the libraries.
 *
 * <p>Maven is offline. It reads the libraries from a folder with the jars of this build, and its
 * plug-ins from the build's own local repository, and writes to neither.
 */
final class ExamplesTest {
  @TempDir static Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    Path libraries = Libraries.repository(folder.resolve("libraries"));
    Path usual =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    Files.writeString(
        folder.resolve("settings.xml"),
        // both repositories are folders; central is only a name that Maven looks for
        """
        <settings>
          <profiles>
            <profile>
              <id>here</id>
              <repositories>%1$s</repositories>
              <pluginRepositories>%2$s</pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>here</activeProfile></activeProfiles>
        </settings>
        """
            .formatted(
                repository("repository", "central", usual)
                    + repository("repository", "libraries", libraries),
                repository("pluginRepository", "central", usual)));
  }

  private static String repository(String element, String id, Path place) {
    return "<%1$s><id>%2$s</id><url>%3$s</url><snapshots><enabled>true</enabled></snapshots></%1$s>"
        .formatted(element, id, place.toUri());
  }

  @Test
  void shouldBuildTheTaskAndMeasureIt() throws Exception {
    Path project = copy("bench");

    maven(project, "compile");
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
    Path project = copy("junit");

    maven(project, "test");

    assertThat(StoredFiles.list(project.resolve("target/surefire-reports")))
        .anySatisfy(
            file -> assertThat(file).content().contains("Tests run: 1, Failures: 0, Errors: 0, "));
  }

  @Test
  void shouldRunTheProgramWithThePool() throws Exception {
    String out = maven(copy("pool"), "compile", "exec:java");

    assertThat(out).contains("500 calls ended, their sum is 124750;");
  }

  /** Runs only where Gradle is installed. Gradle reads the libraries as its mavenLocal. */
  @Test
  void shouldDoTheSameWithGradle() throws Exception {
    assumeThat(FoliotProcess.shell(folder, "command -v gradle || true").out())
        .as("gradle")
        .isNotBlank();
    for (var tasks :
        List.of(List.of("bench", "classes"), List.of("junit", "test"), List.of("pool", "run"))) {
      Ended gradle =
          FoliotProcess.shell(
              copy(tasks.getFirst()),
              "gradle --offline --no-daemon --console=plain -Dmaven.repo.local="
                  + folder.resolve("libraries")
                  + " "
                  + tasks.getLast());
      assertThat(gradle.exit()).as(gradle.out() + gradle.err()).isZero();
    }
  }

  private static String maven(Path project, String... goals) throws Exception {
    Ended ended =
        FoliotProcess.shell(
            project,
            "mvn -B -q -o -Daether.offline.protocols=file -Dmaven.repo.local=%1$s/maven -s"
                    .formatted(folder)
                + " %s/settings.xml %s".formatted(folder, String.join(" ", goals)));
    assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
    return ended.out();
  }

  /** A copy without what a build of it left. */
  private static Path copy(String example) throws IOException {
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
