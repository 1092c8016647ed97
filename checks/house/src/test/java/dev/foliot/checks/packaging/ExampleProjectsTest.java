package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.packaging.Pom.Artifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the files of the example projects with the build: the versions are equal, and Maven's
 * and Gradle's files say the same. {@code checks/end-to-end} compiles and runs the projects.
 */
final class ExampleProjectsTest {
  private static final String VERSION = Pom.of("").version();
  private static final Pattern COORDINATES = Pattern.compile("'([a-z.]+):([a-z-]+)(?::([^':]+))?'");
  private static final Artifact LAUNCHER =
      new Artifact("org.junit.platform", "junit-platform-launcher", Versions.of("junit.version"));

  @ParameterizedTest
  @ValueSource(strings = {"bench", "junit", "load-java", "pool"})
  void shouldHaveTheVersionsOfTheBuildInMavensFile(String example) {
    Pom pom = Pom.of("examples/" + example);

    assertThat(pom.dependencies())
        .contains(new Artifact("dev.foliot", "foliot-bom", VERSION))
        .contains(new Artifact("dev.foliot", "foliot-" + example, ""));
    assertThat(pom.plugins()).isNotEmpty().allSatisfy(Versions::areThoseOfTheBuild);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "junit", "load-java", "pool"})
  void shouldAskForTheSameInGradlesFile(String example) throws IOException {
    String build = read(example, "build.gradle");

    List<Artifact> asked =
        COORDINATES
            .matcher(build)
            .results()
            .map(match ->
                new Artifact(
                    match.group(1), match.group(2), match.group(3) == null ? "" : match.group(3)))
            .filter(artifact -> !artifact.equals(LAUNCHER))
            .toList();
    Pom pom = Pom.of("examples/" + example);
    String release = example.equals("load-java") ? "25" : "17";
    assertThat(asked).containsExactlyElementsOf(pom.dependencies());
    assertThat(build)
        .contains("mavenLocal()", "mavenCentral()", "options.release = " + release)
        .doesNotContain("://");
    assertThat(pom.properties()).containsEntry("maven.compiler.release", release);
    assertThat(read(example, "settings.gradle").strip())
        .isEqualTo("rootProject.name = '%s'".formatted(pom.all("artifactId").getFirst()));
  }

  @Test
  void shouldHaveTheVersionsOfTheBuildInTheExampleOfThePlugin() {
    Pom pom = Pom.of("examples/maven-plugin");

    assertThat(pom.plugins())
        .contains(new Artifact("dev.foliot", "foliot-maven-plugin", VERSION))
        .filteredOn(plugin -> !plugin.group().equals("dev.foliot"))
        .isNotEmpty()
        .allSatisfy(Versions::areThoseOfTheBuild);
  }

  @Test
  void shouldTestWithTheBuildsJUnit() {
    for (String example : List.of("junit", "load-java")) {
      assertThat(Pom.of("examples/" + example).dependencies())
          .contains(
              new Artifact("org.junit.jupiter", "junit-jupiter", Versions.of("junit.version")));
    }
  }

  @Test
  void shouldStartTheSameProgramWithBoth() throws IOException {
    String main = Pom.of("examples/pool").all("mainClass").getFirst();

    assertThat(read("pool", "build.gradle")).contains("mainClass = '" + main + "'");
    assertThat(example("pool").resolve("src/main/java/" + main.replace('.', '/') + ".java"))
        .isRegularFile();
  }

  private static Path example(String name) {
    return Pom.ROOT.resolve("examples").resolve(name);
  }

  private static String read(String example, String file) throws IOException {
    return Files.readString(example(example).resolve(file));
  }
}
