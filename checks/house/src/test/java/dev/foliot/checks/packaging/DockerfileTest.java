package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks the Dockerfile without a builder. {@code .ci/run} builds the image where Docker runs. */
final class DockerfileTest {
  private static final Pattern STAGE =
      Pattern.compile("FROM ([a-z-]+):([0-9a-z.-]+)(?: AS ([a-z]+))?");
  private static final Pattern COPY = Pattern.compile("COPY (?:--from=([a-z]+) )?(\\S+) (\\S+)");

  private static List<String> instructions() throws IOException {
    return Files.readString(Pom.ROOT.resolve("Dockerfile"))
        .replaceAll("(?m)^#.*\\R", "")
        .replace("\\\n", " ")
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static List<MatchResult> all(Pattern pattern) throws IOException {
    return instructions().stream()
        .filter(line -> line.startsWith(pattern.pattern().substring(0, 4)))
        .map(line -> {
          var matcher = pattern.matcher(line);
          assertThat(matcher.matches()).as(line).isTrue();
          return matcher.toMatchResult();
        })
        .toList();
  }

  @Test
  void shouldBuildAndRunOnTheJdkThatTheBuildAsksFor() throws IOException {
    String jdk = Versions.of("jdk.build").replaceAll("\\[(\\d+),.*", "$1");
    List<MatchResult> stages = all(STAGE);

    assertThat(stages).hasSize(2);
    assertThat(stages.get(0).group(2)).matches("3\\.\\d+-eclipse-temurin-" + jdk);
    assertThat(stages.get(0).group(3)).isEqualTo("build");
    assertThat(stages.get(1).group(1)).isEqualTo("eclipse-temurin");
    assertThat(stages.get(1).group(2)).isEqualTo(jdk + "-jdk");
  }

  @Test
  void shouldCopyWhatExists() throws IOException {
    String made = String.join("\n", instructions());
    for (MatchResult copy : all(COPY)) {
      String from = copy.group(2);
      if (copy.group(1) == null) {
        assertThat(Pom.ROOT.resolve(from)).exists();
      } else {
        assertThat(copy.group(1)).isEqualTo("build");
        assertThat(made).contains("mkdir " + from + " ");
      }
    }
    assertThat(made)
        .contains("-Prelease -DskipTests -pl cli,samples -am package")
        .contains("ENTRYPOINT [\"/opt/foliot/foliot\"]");
  }

  /** The line that finds the archive's name, run in a shell. */
  @Test
  void shouldFindTheVersionOfTheArchive() throws Exception {
    String run =
        instructions().stream()
            .filter(line -> line.startsWith("RUN mvn"))
            .findFirst()
            .orElseThrow();
    String version = run.replaceAll(".*&& (version=.*?\\)) +&&.*", "$1");
    assertThat(version).startsWith("version=$(");
    assertThat(run).contains("\"cli/target/foliot-$version$VARIANT.tar.gz\"");

    Process shell =
        new ProcessBuilder("sh", "-c", version + "; printf %s \"$version\"")
            .directory(Pom.ROOT.toFile())
            .start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(Pom.of("").version());
    assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldSendNoOutputOfABuildToTheBuilder() throws IOException {
    assertThat(Files.readAllLines(Pom.ROOT.resolve(".dockerignore")))
        .contains(".git", "**/target", ".launch");
  }
}
