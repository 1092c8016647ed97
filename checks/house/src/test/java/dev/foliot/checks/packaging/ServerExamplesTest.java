package dev.foliot.checks.packaging;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The lines of code in docs/guide/pool-servers.md are lines of programs that the build compiles and
 * tests, and the bench plays each of these programs.
 */
final class ServerExamplesTest {
  private static final Pattern JAVA = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Path SERVERS = Pom.ROOT.resolve("examples/servers");

  @Test
  void shouldShowLinesOfTheExamples() throws IOException {
    String page = Files.readString(Pom.ROOT.resolve("docs/guide/pool-servers.md"));
    String sources = sources(SERVERS) + sources(Pom.ROOT.resolve("checks/servers/src/test/java"));

    assertThat(JAVA.matcher(page).results())
        .isNotEmpty()
        .flatExtracting(block -> block.group(1).lines().toList())
        .map(ServerExamplesTest::code)
        .allSatisfy(line -> assertThat(sources).contains(line));
  }

  @Test
  void shouldPlayEachExampleInTheProof() throws IOException {
    String proofs = Files.readString(Pom.ROOT.resolve("checks/proofs.sh"));
    List<String> modules = Pom.of("examples/servers").all("module");

    assertThat(modules)
        .contains("stall")
        .filteredOn(module -> !module.equals("stall"))
        .isNotEmpty()
        .allSatisfy(module -> {
          assertThat(proofs).contains("examples/servers/" + module);
          assertThat(Pom.of("examples/servers/" + module).properties())
              .containsEntry("stalls.skip", "false")
              .containsKeys("stalls.name", "stalls.program");
        });
  }

  /** All Java files as one text, without spaces and comments: the formatter decides on them. */
  private static String sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(ServerExamplesTest::lines)
          .map(ServerExamplesTest::code)
          .collect(joining());
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String code(String line) {
    return line.replaceFirst("//.*", "").replaceAll("\\s", "");
  }
}
