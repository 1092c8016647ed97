package dev.foliot.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

final class FoliotMojoTest {
  @TempDir Path folder;
  private Path home;
  private Path reports;

  @BeforeEach
  void prepare() throws Exception {
    home = Files.createDirectory(folder.resolve("home"));
    reports = folder.resolve("target/foliot");
  }

  @Test
  void shouldMeasureTheTasksOnTheProjectsClassPath() throws Exception {
    ScriptedFoliot foliot = ScriptedFoliot.ending(home, 0);
    Files.createDirectories(folder.resolve("target/test-classes"));
    Files.createDirectories(folder.resolve("target/classes"));
    BenchMojo bench = bench();
    bench.arguments = List.of("--rate", "10k/s");

    bench.execute();

    assertThat(foliot.words())
        .containsExactly(
            "bench",
            "com.example.A",
            "com.example.B",
            "--classpath",
            folder.resolve("target/test-classes") + ":" + folder.resolve("target/classes"),
            "--rate",
            "10k/s",
            "--store",
            reports.resolve("runs").toString());
    assertThat(reports.resolve("bench-run.html")).hasContent("page\n");
    Element suite = xml("TEST-foliot-bench-run.xml");
    assertThat(suite.getAttribute("failures") + suite.getAttribute("errors")).isEqualTo("00");
    assertThat(suite.getElementsByTagName("system-out").item(0).getTextContent())
        .startsWith("p99 is 217 ms <&>");
  }

  /** Foliot refuses folders that are not there. */
  @Test
  void shouldLeaveOutFoldersThatTheProjectDoesNotHave() throws Exception {
    ScriptedFoliot foliot = ScriptedFoliot.ending(home, 0);
    Files.createDirectories(folder.resolve("target/classes"));

    bench().execute();

    assertThat(foliot.words())
        .containsSequence("--classpath", folder.resolve("target/classes").toString());
  }

  @Test
  void shouldCompareWithTheBaseline() throws Exception {
    ScriptedFoliot foliot = ScriptedFoliot.ending(home, 0);
    BenchMojo bench = bench();
    bench.against = Files.createFile(folder.resolve("baseline.json")).toFile();
    bench.failOn = "worse,undecided";
    bench.primary = "p50";

    bench.execute();

    assertThat(foliot.words())
        .containsSequence(
            "--against",
            bench.against.getPath(),
            "--fail-on",
            "worse,undecided",
            "--primary",
            "p50");
  }

  @Test
  void shouldFailTheBuildWhereAThresholdIsMissed() throws Exception {
    ScriptedFoliot.ending(home, 3);

    assertThatThrownBy(() -> bench().execute())
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContainingAll("a threshold was missed", "bench-run.html");
    Element suite = xml("TEST-foliot-bench-run.xml");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(1);
  }

  @Test
  void shouldFailOrWarnWhereTheFiguresMeanNothing() throws Exception {
    ScriptedFoliot.ending(home, 5);
    BenchMojo bench = bench();

    assertThatThrownBy(bench::execute)
        .isInstanceOf(MojoFailureException.class)
        .hasMessageContaining("INVALID");
    assertThat(xml("TEST-foliot-bench-run.xml").getAttribute("errors")).isEqualTo("1");

    bench.onInvalid = "warn";
    bench.execute();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 130})
  void shouldSayThatTheCommandFailed(int exit) throws Exception {
    ScriptedFoliot.ending(home, exit);

    assertThatThrownBy(() -> bench().execute())
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("exit code " + exit);
  }

  @Test
  void shouldPutTheServersCommandLineLast() throws Exception {
    ScriptedFoliot foliot = ScriptedFoliot.ending(home, 0);
    LoadMojo load = load();
    load.limits = "p99<20ms";
    load.server = List.of("java", "-jar", "shop.jar");
    load.arguments = List.of("--rate", "1k/s");

    load.execute();

    assertThat(foliot.words().subList(0, 12))
        .containsExactly(
            "load",
            "http://127.0.0.1:8080/orders",
            "--assert",
            "p99<20ms",
            "--rate",
            "1k/s",
            "--store",
            reports.resolve("runs").toString(),
            "--",
            "java",
            "-jar",
            "shop.jar");
  }

  /** Each limit is a test case there. */
  @Test
  void shouldTakeTheXmlOfTheLoadItself() throws Exception {
    ScriptedFoliot foliot =
        ScriptedFoliot.running(
            home,
            """
            if [ "$1" = export ]; then
              echo '<testsuite tests="7"/>' >"$8"
            else
              mkdir -p "$4/20261101-100000-aaaa"
            fi
            """);

    load().execute();

    assertThat(foliot.words())
        .containsSequence("export", "20261101-100000-aaaa", "--store")
        .containsSequence("--format", "junit", "--output");
    assertThat(xml("TEST-foliot-load-run.xml").getAttribute("tests")).isEqualTo("7");
    assertThat(reports.resolve("load-run.html")).doesNotExist();
  }

  @Test
  void shouldNameWhatIsWrongInThePom() throws Exception {
    BenchMojo bench = bench();
    bench.onInvalid = "ignore";
    assertThatThrownBy(bench::execute).hasMessage("onInvalid is ignore: write fail or warn");
    bench.onInvalid = "fail";
    bench.classpath = "compile";
    assertThatThrownBy(bench::execute).hasMessage("classpath is compile: write test or runtime");
    bench.classpath = "runtime";
    bench.against = new File("no-such.json");
    assertThatThrownBy(bench::execute)
        .hasMessageContainingAll("no-such.json does not exist", "--save-baseline");
    bench.against = null;
    assertThatThrownBy(bench::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContaining("foliot.home is " + home);
  }

  @Test
  void shouldSayWhereReportsCannotBeWritten() throws Exception {
    ScriptedFoliot.ending(home, 0);
    BenchMojo bench = bench();
    bench.reports = Files.createFile(folder.resolve("a-file")).toFile();

    assertThatThrownBy(bench::execute)
        .isInstanceOf(MojoExecutionException.class)
        .hasMessageContainingAll("the reports cannot be written to", "a-file");
  }

  @Test
  void shouldBeSkipped() throws Exception {
    BenchMojo bench = bench();
    bench.skip = true;

    bench.execute();

    assertThat(reports).doesNotExist();
  }

  private BenchMojo bench() {
    BenchMojo bench = new BenchMojo();
    prepare(bench);
    bench.tasks = List.of("com.example.A", "com.example.B");
    return bench;
  }

  private LoadMojo load() {
    LoadMojo load = new LoadMojo();
    prepare(load);
    load.target = "http://127.0.0.1:8080/orders";
    return load;
  }

  private void prepare(FoliotMojo mojo) {
    MavenProject project = new MavenProject();
    project.setFile(folder.resolve("pom.xml").toFile());
    project.getBuild().setOutputDirectory(folder.resolve("target/classes").toString());
    project.getBuild().setTestOutputDirectory(folder.resolve("target/test-classes").toString());
    project.setArtifacts(Set.of());
    mojo.project = project;
    mojo.home = home.toFile();
    mojo.reports = reports.toFile();
  }

  private Element xml(String name) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(reports.resolve(name).toFile())
        .getDocumentElement();
  }
}
