package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files that {@code mvn install} and {@code deploy} put into a repository. {@code
 * checks/release.sh make} deploys into {@code target/repository}.
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
  void shouldHaveThePluginOfMavenWithItsGoals() throws Exception {
    assertThat(entries(Libraries.MAVEN_PLUGIN, ".jar"))
        .contains("META-INF/maven/plugin.xml", "META-INF/LICENSE");
    assertThat(entries(Libraries.MAVEN_PLUGIN, "-sources.jar")).isNotEmpty();
    assertThat(entries(Libraries.MAVEN_PLUGIN, "-javadoc.jar")).contains("index.html");
  }

  /** A program of somebody else, which asks for all of them by the BOM. */
  @Test
  void shouldServeAProgramThatUsesAllOfThem(@TempDir Path folder) throws Exception {
    Path project = folder.resolve("project");
    String pom = Files.readString(FoliotProcess.inTree("examples/pool/pom.xml"));
    StringBuilder asked = new StringBuilder();
    StringBuilder used = new StringBuilder();
    Libraries.CLASSES.forEach((module, type) -> {
      asked.append(
          "<dependency><groupId>dev.foliot</groupId><artifactId>foliot-%s</artifactId></dependency>"
              .formatted(module));
      used.append("    System.out.println(%s.class.getName());\n".formatted(type));
    });
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(
        sources.resolve("All.java"),
        "public class All {\n  public static void main(String[] words) {\n" + used + "  }\n}\n");
    Files.writeString(
        project.resolve("pom.xml"),
        pom.replaceAll(
                "(?s)(</dependencyManagement>\\s*<dependencies>).*?(</dependencies>)",
                "$1" + asked + "$2")
            .replaceAll("<mainClass>.*</mainClass>", "<mainClass>All</mainClass>")
            // the latest of what they need
            .replaceAll("<maven.compiler.release>.*<", "<maven.compiler.release>25<"));

    String out =
        new LocalMaven(folder, FoliotProcess.inTree("target/repository"))
            .run(project, "compile", "exec:java");

    assertThat(out).contains(Libraries.CLASSES.values());
  }

  /** The rest serves Foliot itself. */
  @Test
  void shouldPublishNothingElse() throws IOException {
    List<String> published =
        StoredFiles.list(REPOSITORY).stream().map(file -> "" + file.getFileName()).toList();

    assertThat(published)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Stream.of("foliot", "foliot-bom", "foliot-" + Libraries.MAVEN_PLUGIN),
                    Libraries.MODULES.stream().map(module -> "foliot-" + module))
                .toList());
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
