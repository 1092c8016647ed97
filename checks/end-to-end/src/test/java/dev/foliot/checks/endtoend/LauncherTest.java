package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.LauncherTree.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./foliot} before Foliot runs: it searches, builds, locks and starts. */
final class LauncherTest {
  private static final String MAIN = "dev.foliot.cli.Main";

  @TempDir Path folder;
  private LauncherTree tree;

  @BeforeEach
  void makeTree() throws IOException {
    tree = new LauncherTree(folder);
  }

  @Test
  void shouldHandOverArgumentsAndExitCodeAsTheyAre() throws Exception {
    tree.set("JAVA_EXIT", "3");

    Launch launch = tree.launch("bench", "two words", "", "*", "it's \"quoted\"");

    assertThat(argumentsOfFoliot(launch))
        .containsExactly("bench", "two words", "", "*", "it's \"quoted\"");
    assertThat(launch.exit()).isEqualTo(3);
  }

  @Test
  void shouldBecomeTheJvm() throws Exception {
    Launch launch = tree.launch("runs");

    assertThat(launch.out().getFirst()).isEqualTo(Long.toString(launch.pid()));
  }

  @Test
  void shouldLeaveStandardInputToFoliot() throws Exception {
    tree.set("JAVA_READS", "yes");

    Launch launch = tree.finish(tree.start("report"), "a line\n");

    assertThat(launch.out()).endsWith("a line");
  }

  @Test
  void shouldBuildOnFirstUseAndSaySoOnStandardError() throws Exception {
    Launch first = tree.launch("runs");
    Launch second = tree.launch("runs");

    assertThat(tree.mavenCalls()).hasSize(1);
    assertThat(first.err()).singleElement().asString().startsWith("foliot: building");
    assertThat(second.err()).isEmpty();
    assertThat(argumentsOfFoliot(second)).containsExactly("runs");
  }

  @Test
  void shouldStartWithTheCacheOfItsBuild() throws Exception {
    Path home = home(tree.launch("runs"));

    assertThat(tree.launch("runs").out())
        .anySatisfy(argument -> assertThat(argument).startsWith("-XX:AOTCache=" + home));
  }

  @Test
  void shouldRunAnUnpackedReleaseAsItIs() throws Exception {
    Path release = tree.release();
    tree.removeTool("mvn");

    Launch first = tree.finish(tree.start(release.resolve("foliot"), folder, "runs"), "");
    Launch second = tree.finish(tree.start(release.resolve("foliot"), folder, "runs"), "");

    for (Launch launch : List.of(first, second)) {
      assertThat(argumentsOfFoliot(launch)).containsExactly("runs");
      assertThat(home(launch)).isEqualTo(release.toRealPath());
      assertThat(launch.err()).isEmpty();
      assertThat(launch.out())
          .contains(release.toRealPath().resolve("lib/a.jar").toString())
          .anySatisfy(
              argument -> assertThat(argument).startsWith("-XX:AOTCache=" + release.toRealPath()));
    }
    assertThat(release.resolve(".launch")).doesNotExist();
  }

  @Test
  void shouldPutWhatOnlyFleetNeedsLastOnTheClassPath() throws Exception {
    Path release = tree.release();
    tree.write(release.resolve("lib/fleet/0.jar"), "");

    Launch launch = tree.finish(tree.start(release.resolve("foliot"), folder, "runs"), "");

    Path lib = release.toRealPath().resolve("lib");
    assertThat(launch.out()).contains(lib.resolve("a.jar") + ":" + lib.resolve("fleet/0.jar"));
  }

  @Test
  void shouldNotLetTheSecondCompilerWorkForADiagnosis() throws Exception {
    assertThat(tree.launch("diagnose", "1").out()).contains("-XX:TieredStopAtLevel=1");
    assertThat(tree.launch("bench", "diagnose").out()).contains("-XX:TieredStopAtLevel=4");
  }

  @Test
  void shouldCompileLaterThanUsual() throws Exception {
    assertThat(tree.launch("runs").out()).contains("-XX:CompileThresholdScaling=5");
    assertThat(tree.launch("diagnose", "1").out()).contains("-XX:CompileThresholdScaling=10");
  }

  @Test
  void shouldStartWithoutACacheThatCannotBeMade() throws Exception {
    tree.set("NO_TRAINING", "yes");

    assertThat(tree.launch("runs").out()).noneMatch(argument -> argument.contains("AOTCache"));
    assertThat(tree.launch("runs").exit()).isZero();
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pom.xml", "stats/pom.xml", "stats/src/main/java/Mean.java", "cli/src/main/New"})
  void shouldBuildAgainWhenASourceIsNewer(String source) throws Exception {
    tree.launch("runs");
    tree.write(tree.root.resolve(source), "changed");
    tree.launch("runs");
    tree.launch("runs");

    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @Test
  void shouldBuildAgainWhenASourceWasDeleted() throws Exception {
    tree.launch("runs");
    Files.delete(tree.root.resolve("stats/src/main/java/Mean.java"));
    tree.launch("runs");

    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"stats/src/test/java/MeanTest.java", "stats/target/Mean.class", "README.md"})
  void shouldNotBuildAgainForWhatIsNotBuilt(String file) throws Exception {
    tree.launch("runs");
    tree.write(tree.root.resolve(file), "new");
    tree.launch("runs");

    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void shouldTakeABuildThatMavenMade() throws Exception {
    tree.write(tree.root.resolve("cli/target/dist/lib/a.jar"), "");
    tree.write(tree.root.resolve("cli/target/dist/built"), "");

    assertThat(argumentsOfFoliot(tree.launch("runs"))).containsExactly("runs");
    assertThat(tree.mavenCalls()).isEmpty();
  }

  @Test
  void shouldPassOverAJdkThatIsTooOld() throws Exception {
    Path old = tree.jdk("an old jdk", "17.0.15");
    Path later = tree.jdk("a later jdk", "26");
    tree.set("JAVA_HOME", old.toString());
    tree.set("JDK_HOME", later.toString());

    assertThat(tree.launch("runs").out()).contains("from " + later);
  }

  @Test
  void shouldFindTheJdkOfTheJavaOnThePath() throws Exception {
    Path jdk = tree.jdk("a jdk on the path", "25.0.2");
    tree.unset("JAVA_HOME");
    tree.link("java", jdk.resolve("bin/java"));

    assertThat(tree.launch("runs").out()).contains("from " + jdk);
  }

  @Test
  void shouldRunThroughLinksFromAnyFolder() throws Exception {
    Path elsewhere = Files.createDirectories(folder.resolve("else where"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("foliot"), Path.of("../a tree/foliot"));
    Path linkToLink = Files.createSymbolicLink(elsewhere.resolve("f"), link);

    Launch launch = tree.finish(tree.start(linkToLink, elsewhere, "runs"), "");

    assertThat(argumentsOfFoliot(launch)).containsExactly("runs");
    assertThat(home(launch)).startsWith(tree.root.toRealPath()).isDirectoryContaining("glob:**lib");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldBuildOnceForTwoLaunchesAtOnce(boolean flock) throws Exception {
    if (!flock) {
      tree.removeTool("flock");
    }
    tree.set("MAVEN_SLEEP_S", "1");

    Process first = tree.start("one");
    Process second = tree.start("two");

    assertThat(argumentsOfFoliot(tree.finish(first, ""))).containsExactly("one");
    assertThat(argumentsOfFoliot(tree.finish(second, ""))).containsExactly("two");
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void shouldLeaveNothingThatLooksBuiltWhenItIsKilled() throws Exception {
    tree.set("MAVEN_SLEEP_S", "2");
    Process killed = tree.start("runs");
    while (tree.mavenCalls().isEmpty()) {
      assertThat(killed.waitFor(10, TimeUnit.MILLISECONDS)).as("it ended by itself").isFalse();
    }
    List<ProcessHandle> children = killed.descendants().toList();
    killed.destroyForcibly().waitFor();
    children.forEach(ProcessHandle::destroyForcibly);
    tree.unset("MAVEN_SLEEP_S");

    assertThat(argumentsOfFoliot(tree.launch("runs"))).containsExactly("runs");
    assertThat(tree.mavenCalls()).hasSize(2).last().asString().endsWith("clean package");
  }

  @Test
  void shouldKeepTheCodeOfARunThatGoesOn() throws Exception {
    tree.launch("runs");
    tree.set("JAVA_SLEEP_S", "60");
    Process running = tree.start("bench");
    Path old =
        Path.of(
            running
                .inputReader()
                .lines()
                .filter(this::isHome)
                .findFirst()
                .orElseThrow()
                .substring("-Dfoliot.home=".length()));
    tree.unset("JAVA_SLEEP_S");

    tree.write(tree.root.resolve("stats/src/main/java/Mean.java"), "changed");
    assertThat(home(tree.launch("runs"))).isNotEqualTo(old);
    assertThat(old.resolve("lib")).exists();

    List<ProcessHandle> children = running.descendants().toList();
    running.destroyForcibly().waitFor();
    for (ProcessHandle child : children) {
      child.destroyForcibly();
      child.onExit().get();
    }
    tree.write(tree.root.resolve("stats/src/main/java/Mean.java"), "changed again");
    Path last = home(tree.launch("runs"));
    assertThat(tree.homes()).containsExactly(last);
  }

  @Test
  void shouldSayWhatMavenSaidWhenTheBuildFails() throws Exception {
    tree.set("MAVEN_FAILS", "yes");

    Launch launch = tree.launch("runs");

    assertThat(launch.exit()).isEqualTo(1);
    assertThat(launch.out()).isEmpty();
    assertThat(launch.err())
        .contains("[ERROR] Main.java:[1,1] not a statement")
        .noneMatch(line -> line.contains("[INFO]"))
        .last()
        .asString()
        .startsWith("foliot: the build failed");
  }

  @Test
  void shouldRunAgainOnceTheSourcesAreMended() throws Exception {
    tree.set("MAVEN_FAILS", "yes");
    tree.launch("runs");
    tree.unset("MAVEN_FAILS");

    assertThat(argumentsOfFoliot(tree.launch("runs"))).containsExactly("runs");
  }

  @Test
  void shouldSayWhatToInstallWithoutMaven() throws Exception {
    tree.removeTool("mvn");

    Launch launch = tree.launch("runs");

    assertThat(launch.exit()).isEqualTo(4);
    assertThat(launch.out()).isEmpty();
    assertThat(launch.err())
        .singleElement()
        .asString()
        .contains("needs Maven 3.8 or later: install");
  }

  /** The arguments behind the main class. */
  private static List<String> argumentsOfFoliot(Launch launch) {
    assertThat(launch.out()).as("%s", launch).contains(MAIN);
    return launch.out().subList(launch.out().indexOf(MAIN) + 1, launch.out().size());
  }

  private Path home(Launch launch) {
    return Path.of(
        launch.out().stream()
            .filter(this::isHome)
            .findFirst()
            .orElseThrow()
            .substring("-Dfoliot.home=".length()));
  }

  private boolean isHome(String argument) {
    return argument.startsWith("-Dfoliot.home=");
  }
}
