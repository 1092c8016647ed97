package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the Dockerfile without a builder. {@code .ci/run} builds the image where Docker runs. */
final class DockerfileTest {
  private static final Pattern STAGE =
      Pattern.compile("FROM (?:([a-z-]+):([0-9a-z.-]+)|\\$BASE)(?: AS ([a-z]+))?");
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
    assertThat(stages.get(1).group()).isEqualTo("FROM $BASE");
    assertThat(instructions().getFirst()).matches("ARG BASE=debian:[0-9]+-slim");
  }

  @Test
  void shouldRunAsAnOrdinaryUserThatOwnsTheFolderOfRuns() throws IOException {
    assertThat(instructions())
        .containsSubsequence("USER 10001", "WORKDIR /data")
        .anyMatch(line -> line.contains("useradd --uid 10001 "))
        .anyMatch(line -> line.contains("install -d -o foliot /data"))
        .anyMatch(line -> line.startsWith("HEALTHCHECK ") && line.contains("--version"));
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
        .contains("checks/release.sh make")
        .contains("ENTRYPOINT [\"/opt/foliot/foliot\"]");
  }

  /** The pattern that names the archive, in a shell, beside all others of a release. */
  @Test
  void shouldFindTheArchive(@TempDir Path folder) throws Exception {
    String run = String.join("\n", instructions()).replaceAll("(?s).*tar xzf (\\S+) .*", "$1");
    Path release = Files.createDirectories(folder.resolve("target/release"));
    for (String cpu : List.of("", "-linux-x64", "-linux-aarch64")) {
      for (String variant : List.of("", "-without-fleet")) {
        Files.createFile(release.resolve("foliot-0.1.0" + cpu + variant + ".tar.gz"));
      }
    }
    Files.delete(release.resolve("foliot-0.1.0-linux-aarch64.tar.gz"));
    Files.delete(release.resolve("foliot-0.1.0-linux-aarch64-without-fleet.tar.gz"));

    for (String variant : List.of("", "-without-fleet")) {
      Process shell =
          new ProcessBuilder("sh", "-c", "VARIANT=" + variant + "; echo " + run)
              .directory(folder.toFile())
              .start();

      assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
          .isEqualTo("target/release/foliot-0.1.0-linux-x64" + variant + ".tar.gz");
      assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void shouldSendNoOutputOfABuildToTheBuilder() throws IOException {
    assertThat(Files.readAllLines(Pom.ROOT.resolve(".dockerignore")))
        .contains(".git", "**/target", ".launch");
  }
}
