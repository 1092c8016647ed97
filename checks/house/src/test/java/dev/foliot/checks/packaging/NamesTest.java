package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of {@code names.properties}, by {@code checks/Names.java} as a process. */
final class NamesTest {
  @TempDir private static Path classes;

  @TempDir private Path folder;

  private record Said(int exit, String text) {}

  @BeforeAll
  static void compile() {
    String source = Pom.ROOT.resolve("checks/Names.java").toString();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source))
        .isZero();
  }

  private static Said names(Path root, String... words) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes.toString(),
                "Names"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Said(process.exitValue(), text);
  }

  @Test
  void shouldBeTheSameInAllFiles() throws Exception {
    Said said = names(Pom.ROOT, "check");

    assertThat(said.text()).isEmpty();
    assertThat(said.exit()).isZero();
  }

  @Test
  void shouldBeTheVersionAndTheGroupOfTheBuild() throws Exception {
    assertThat(names(Pom.ROOT, "get", "version").text().strip()).isEqualTo(Pom.of("").version());
    assertThat(names(Pom.ROOT, "get", "group").text().strip()).isEqualTo("dev.foliot");
  }

  /** Places that are in none of the files fail too: the table is to stay true. */
  @Test
  void shouldNameEachPlaceThatDiffersAndChangeIt() throws Exception {
    write(
        "names.properties", "version=0.2.0\ngroup=org.latency\nowner=me\nrepository=r/${owner}\n");
    write(
        "bench/pom.xml",
        "<groupId>dev.foliot</groupId>\n<artifactId>foliot-bench</artifactId>\n"
            + "<version>0.1.0-SNAPSHOT</version> <version>${project.version}</version>");
    write("docs/ci.md", "uses: OWNER/foliot@main\n`dev.foliot:foliot-junit:0.1.0`\n");
    write("target/pom.xml", "<groupId>a</groupId><artifactId>foliot</artifactId>");

    Said checked = names(folder, "check");
    Said written = names(folder, "write");

    assertThat(checked.exit()).isEqualTo(1);
    assertThat(checked.text())
        .contains("bench/pom.xml:3: 0.1.0-SNAPSHOT should be 0.2.0")
        .contains("bench/pom.xml:1: dev.foliot should be org.latency")
        .contains("docs/ci.md:1: OWNER should be me", "docs/ci.md:2: 0.1.0 should be 0.2.0")
        .contains("no file README.md has git clone")
        .doesNotContain("target");
    assertThat(written.exit()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("bench/pom.xml")))
        .isEqualTo(
            "<groupId>org.latency</groupId>\n<artifactId>foliot-bench</artifactId>\n"
                + "<version>0.2.0</version> <version>${project.version}</version>");
    assertThat(Files.readString(folder.resolve("docs/ci.md")))
        .isEqualTo("uses: me/foliot@main\n`org.latency:foliot-junit:0.2.0`\n");
    assertThat(names(folder, "check").text()).doesNotContain("should be");
  }

  @Test
  void shouldRefuseOtherWords() throws Exception {
    assertThat(names(Pom.ROOT).exit()).isEqualTo(2);
    assertThat(names(Pom.ROOT, "get", "password").text()).contains("has no password");
  }

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.resolve("..").normalize());
    Files.writeString(path, text);
  }
}
