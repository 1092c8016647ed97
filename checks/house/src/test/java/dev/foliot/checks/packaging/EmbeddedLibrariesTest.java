package dev.foliot.checks.packaging;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.packaging.Pom.Artifact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The libraries that users embed, and the BOM that lists them. */
final class EmbeddedLibrariesTest {
  /** Published, and on no program's class path. */
  private static final String MAVEN_PLUGIN = "maven-plugin";

  private static final List<String> ASKED_FOR =
      List.of(
          "bench",
          "jlbh",
          "junit",
          "load-java",
          "pool",
          "pool-micrometer",
          "pool-spring-boot-starter",
          "stats");

  static Stream<String> embedded() {
    return Pom.modules().stream()
        .filter(module -> "false".equals(Pom.of(module).properties().get("embedded.skip")));
  }

  @Test
  void shouldBeAllThatUsersAskForAndWhatThatNeeds() {
    TreeSet<String> embedded = embedded().collect(toCollection(TreeSet::new));

    assertThat(embedded).containsAll(ASKED_FOR);
    for (String module : embedded) {
      // what is optional is in the jar itself
      assertThat(Pom.of(module).needed())
          .filteredOn(dependency -> dependency.group().equals("dev.foliot"))
          .allSatisfy(dependency ->
              assertThat(dependency.name())
                  .as("needed by %s", module)
                  .isIn(embedded.stream().map(name -> "foliot-" + name).toList()));
    }
  }

  @Test
  void shouldAllBeInTheBomInTheVersionOfTheBuild() {
    Pom bom = Pom.of("bom");
    String version = Pom.of("").version();

    assertThat(bom.version()).isEqualTo(version);
    assertThat(bom.dependencies())
        .containsExactlyInAnyOrderElementsOf(
            embedded()
                .filter(name -> !name.equals(MAVEN_PLUGIN))
                .map(name -> new Artifact("dev.foliot", "foliot-" + name, version))
                .toList());
  }

  /** Whoever imports it gets what its parent manages too. */
  @Test
  void shouldHaveABomWithoutAParentAndWithTheBuildsPlugins() {
    Pom bom = Pom.of("bom");

    assertThat(bom.hasParent()).isFalse();
    assertThat(bom.plugins()).isNotEmpty().allSatisfy(Versions::areThoseOfTheBuild);
  }

  @ParameterizedTest
  @MethodSource("embedded")
  void shouldBeAModuleAndHoldTheLicence(String module) throws Exception {
    Pom pom = Pom.of(module);
    String name = "dev.foliot." + module.replace('-', '.');
    var declared = Pom.ROOT.resolve(module).resolve("src/main/java/module-info.java");

    if (Files.exists(declared)) {
      assertThat(Files.readString(declared)).contains("module " + name + " {");
      assertThat(pom.all("Automatic-Module-Name")).isEmpty();
    } else {
      assertThat(pom.all("Automatic-Module-Name")).containsExactly(name);
    }
    assertThat(pom.properties()).containsEntry("license.folder", "${project.basedir}/..");
  }

  /** Types that are added later say it themselves. */
  @ParameterizedTest
  @MethodSource("embedded")
  void shouldSaySinceWhichVersionItsPackagesAreThere(String module) throws Exception {
    try (Stream<Path> files = Files.walk(Pom.ROOT.resolve(module).resolve("src/main/java"))) {
      assertThat(files.filter(file -> file.endsWith("package-info.java")))
          .isNotEmpty()
          .allSatisfy(file ->
              assertThat(Files.readString(file))
                  .containsPattern("\\* @since [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    }
  }

  /** What a public repository asks for; modules inherit it. */
  @Test
  void shouldDescribeItselfAsPublicRepositoriesAsk() {
    for (String pom : List.of("", "bom")) {
      assertThat(Pom.of(pom).all("url")).as(pom).hasSizeGreaterThanOrEqualTo(4);
      for (String element :
          List.of("name", "description", "license", "developer", "connection", "issueManagement")) {
        assertThat(Pom.of(pom).all(element)).as(pom + " " + element).isNotEmpty();
      }
    }
    assertThat(embedded())
        .allSatisfy(module -> {
          assertThat(Pom.of(module).all("name")).isNotEmpty();
          assertThat(Pom.of(module).all("description")).isNotEmpty();
        });
  }
}
