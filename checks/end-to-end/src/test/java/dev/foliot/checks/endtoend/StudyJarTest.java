package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A jar of Spring Boot as a study, without a study file. {@code checks/spring-trap} has more. */
final class StudyJarTest {
  @TempDir Path folder;

  /** Built as its users build it, by Maven; version 3.5, whose jars the build has already. */
  private void build() throws Exception {
    Path project = Files.createDirectory(folder.resolve("shop"));
    Path source = Path.of("src/main/java/shop/Shop.java");
    Files.createDirectories(project.resolve(source).getParent());
    for (Path file : new Path[] {Path.of("pom.xml"), source}) {
      Files.copy(FoliotProcess.inTree("checks/spring-trap").resolve(file), project.resolve(file));
    }
    new LocalMaven(folder, Files.createDirectory(folder.resolve("libraries")))
        .run(
            project,
            "-Pboot-3",
            "compiler:compile",
            "jar:jar",
            "dependency:copy-dependencies",
            "-DincludeScope=runtime",
            "-DoutputDirectory=target/lib");
  }

  @Tag("studies")
  @Test
  void shouldAskWhetherVirtualThreadsHelpAJar() throws Exception {
    build();

    Ended ended =
        FoliotProcess.run(
            folder,
            "study",
            "--jar",
            "shop/target/app.jar",
            "--endpoint",
            "/waits",
            "--clients",
            "20",
            "--shortest",
            "--write",
            "study.yaml",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.err())
        .contains("shop/target/app.jar: Spring Boot 3.5.", "GET /waits (as asked)");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/arms").findValuesAsString("name"))
        .containsExactly("platform threads", "virtual threads");
    for (JsonNode point : json.at("/points")) {
      assertThat(point.at("/failure").isMissingNode()).as(point.toString()).isTrue();
      boolean isVirtual = point.at("/arm").asString().equals("virtual threads");
      assertThat(point.at("/watch/peak_carriers").asInt() > 0)
          .as(point.toString())
          .isEqualTo(isVirtual);
      assertThat(point.at("/findings").isArray()).as(point.toString()).isTrue();
    }
    shouldBeAStudyFileOfItsOwn();
    assertThat(FoliotProcess.left(folder)).isEmpty();
  }

  private void shouldBeAStudyFileOfItsOwn() throws IOException {
    Ended check = FoliotProcess.call(folder, "study", folder + "/study.yaml", "--check");

    assertThat(check.exit()).as(check.err()).isZero();
    assertThat(check.out()).contains("2 arms (platform threads, virtual threads)");
  }

  @Test
  void shouldRefuseWhatIsNoJarOfSpringBoot() throws IOException {
    Ended none = FoliotProcess.call(folder, "study", "--jar", "none.jar");
    Ended both = FoliotProcess.call(folder, "study", "throughput", "--jar", "app.jar");
    Ended alone = FoliotProcess.call(folder, "study", "throughput", "--endpoint", "/orders");

    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.errors())
        .containsExactly("foliot: --jar: there is no file none.jar: name a service's jar or war");
    assertThat(both.exit()).isEqualTo(2);
    assertThat(both.errors()).singleElement().asString().contains("leave out its NAME");
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.errors()).singleElement().asString().contains("go with a jar: name one");
    assertThat(StoredFiles.runs(folder)).isEmpty();
  }

  /** Nothing is overwritten, and nothing is started before that is known. */
  @Test
  void shouldNotOverwriteAStudyFile() throws IOException {
    Files.writeString(folder.resolve("study.yaml"), "mine");

    Ended ended =
        FoliotProcess.call(folder, "study", "--jar", "none.jar", "--write", folder + "/study.yaml");

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.errors())
        .singleElement()
        .asString()
        .endsWith("study.yaml is there already: choose another name");
    assertThat(Files.readString(folder.resolve("study.yaml"))).isEqualTo("mine");
  }
}
