package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The project in {@code examples/maven-plugin}, built with the plug-in and the launcher of this
 * build.
 */
final class MavenPluginTest {
  private static final String HOME = "-Dfoliot.home=" + FoliotProcess.inTree("");

  private static final String WARN = "-Dfoliot.onInvalid=warn";

  @TempDir static Path folder;
  private static LocalMaven maven;

  @BeforeAll
  static void prepare() throws IOException {
    maven = new LocalMaven(folder, Libraries.repository(folder.resolve("libraries")));
  }

  /** On a busy machine the result may be INVALID, which only warns here. */
  @Test
  void shouldMeasureAndLeaveItsReports() throws Exception {
    Path project = ExamplesTest.copy(folder, "maven-plugin");

    maven.run(project, "verify", HOME, WARN);

    assertThat(project.resolve("target/foliot/bench-orders.html")).isNotEmptyFile();
    assertThat(report(project))
        .contains("tests=\"1\"", "failures=\"0\"", "dev.foliot.examples.gate.OrderDesk");
  }

  @Test
  @Tag("real-time")
  void shouldPassWithoutAChangeOfTheCodeAndFailWhereItBecameSlower() throws Exception {
    Path project = ExamplesTest.copy(folder, "maven-plugin");
    maven.run(project, "verify", HOME, WARN);
    Ended saved =
        FoliotProcess.run(
            project,
            "compare",
            "@1",
            "@1",
            "--store",
            "target/foliot/runs",
            "--save-baseline",
            "baseline.json");
    assertThat(saved.exit()).as(saved.err()).isZero();
    String against = "-Dfoliot.against=baseline.json";

    maven.run(project, "verify", HOME, WARN, against);
    assertThat(report(project)).contains("failures=\"0\"");

    Ended slower = maven.end(project, "verify", HOME, WARN, against, "-Dorders.work=2000");

    assertThat(slower.exit()).as(slower.out()).isNotZero();
    assertThat(slower.out()).contains("foliot bench: a threshold was missed");
    assertThat(report(project)).contains("failures=\"1\"", "a threshold was missed");
  }

  @Test
  void shouldSayInOneLineWhatIsMissing() throws Exception {
    Path project = ExamplesTest.copy(folder, "maven-plugin");

    Ended ended = maven.end(project, "verify", "-Dfoliot.home=" + folder);

    assertThat(ended.exit()).isNotZero();
    assertThat(ended.out())
        .contains("foliot.home is " + folder + ", which has no command foliot: name the folder");
  }

  /** Only Maven gets the signal, as from a CI system that ends a build. */
  @Test
  void shouldLeaveNoProcessWhenTheBuildIsEnded() throws Exception {
    Path project = ExamplesTest.copy(folder, "maven-plugin");
    Path pom = project.resolve("pom.xml");
    String text = Files.readString(pom);
    assertThat(text).contains("<argument>2s</argument>");
    // a fork that is left does not end by itself while the test looks
    Files.writeString(pom, text.replace("<argument>2s</argument>", "<argument>10min</argument>"));

    Ended ended =
        FoliotProcess.shell(
            project,
            """
            set +e
            %s >maven.txt 2>&1 &
            until [ -n "$(find target/foliot/runs -mindepth 1 2>/dev/null)" ]; do
              kill -0 $! || exit 9
              sleep 0.1
            done
            kill -TERM $!
            wait $!
            echo $?
            """
                .formatted(maven.line("verify", HOME)));

    assertThat(ended.out().strip())
        .as(Files.readString(project.resolve("maven.txt")))
        .isEqualTo("143");
    for (ProcessHandle dying : FoliotProcess.left(project)) {
      dying.onExit().get(10, TimeUnit.SECONDS);
    }
  }

  private static String report(Path project) throws IOException {
    return Files.readString(project.resolve("target/foliot/TEST-foliot-bench-orders.xml"));
  }
}
