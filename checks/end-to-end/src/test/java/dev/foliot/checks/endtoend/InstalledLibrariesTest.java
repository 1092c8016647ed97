package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files that {@code mvn install} and {@code deploy} put into a repository. {@code .ci/run}
 * deploys into {@code target/repository}.
 */
@Tag("release")
final class InstalledLibrariesTest {
  private static final Path REPOSITORY = FoliotProcess.inTree("target/repository/dev/foliot");

  static Stream<String> modules() {
    return Libraries.MODULES.stream();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void shouldBeAJarWithSourcesAndJavadoc(String module) throws IOException {
    String path = Objects.requireNonNull(Libraries.CLASSES.get(module)).replace('.', '/');

    assertThat(entries(module, ".jar"))
        .contains(path + ".class", "META-INF/LICENSE", "META-INF/MANIFEST.MF");
    assertThat(entries(module, "-sources.jar")).contains(path + ".java", "META-INF/LICENSE");
    assertThat(entries(module, "-javadoc.jar"))
        .contains("index.html")
        .anyMatch(entry -> entry.endsWith(path + ".html"));
    assertThat(file("foliot-" + module, ".pom")).isNotEmptyFile();
  }

  @Test
  void shouldHaveTheBomAndTheParent() throws IOException {
    assertThat(file("foliot-bom", ".pom")).isNotEmptyFile();
    assertThat(file("foliot", ".pom")).isNotEmptyFile();
  }

  /** The pool's Javadoc is that of its API. */
  @Test
  void shouldDescribeOnlyWhatThePoolExports() throws IOException {
    assertThat(entries("pool", "-javadoc.jar")).noneMatch(entry -> entry.contains("pool/control/"));
  }

  private static List<String> entries(String module, String ending) throws IOException {
    try (JarFile jar = new JarFile(file("foliot-" + module, ending).toFile())) {
      return jar.stream().map(ZipEntry::getName).toList();
    }
  }

  /** The latest: a snapshot has a time in its name. */
  private static Path file(String artifact, String ending) throws IOException {
    Path folder = REPOSITORY.resolve(artifact).resolve(Libraries.version());
    String base = Libraries.version().replace("-SNAPSHOT", "");
    List<Path> found =
        StoredFiles.list(folder).stream()
            .filter(file ->
                file.getFileName()
                    .toString()
                    .matches(artifact + "-" + base + "(-[0-9.]+-[0-9]+)?" + ending))
            .toList();
    assertThat(found).as(artifact + ending + " in " + folder).isNotEmpty();
    return found.getLast();
  }
}
