package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.screen.Console;
import dev.foliot.diagnose.Diagnosis;
import dev.foliot.text.FoliotException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the command line makes of diagnoses: asked for, listed, compared, reported. */
class DiagnoseCommandTest {
  private static final Path GOLDEN = Path.of("..", "store", "src", "test", "resources", "golden");
  private static final String BENCH = "20261101-100000-bmgc";
  private static final String SLOW = "20261201-090000-0001";
  private static final String FAST = "20261201-090500-0002";
  private static final String CURED = "20261201-091000-0003";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path store;

  @Test
  void shouldRefuseWrongUsageInOneLine() {
    assertThat(run("diagnose", "--json")).isEqualTo(2);
    assertThat(run("diagnose", "java\u001b[2J")).isEqualTo(2);
    assertThat(run("diagnose", "-1")).isEqualTo(2);
    assertThat(run("diagnose", "0")).isEqualTo(2);
    assertThat(run("diagnose", "99999999999999999999")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--duration", "5")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--duration", "10ms")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--duration", "1h")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--only", "sharing,luck")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--only", "recording")).isEqualTo(2);
    assertThat(run("diagnose", "1", "--profile")).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(11).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .contains(
            "--json needs a PID",
            "part of no JVM's main class",
            "is no process id",
            "lacks a unit",
            "from 1s to 10min",
            "no examination 'luck'",
            "needs --attach",
            "give --attach too")
        .doesNotContain("\u001b");
    assertThat(text(out)).isEmpty();
  }

  /** There is at least the one that runs the tests. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldListTheJvmsOfThisHost() {
    assertThat(run("diagnose")).isZero();
    assertThat(text(out).lines())
        .anyMatch(line -> line.matches("PID +CPUs +age +JDK +main class.*"))
        .anyMatch(line -> line.matches("[0-9]+ +[0-9]+\\.[0-9]{2} .*"))
        .anyMatch(line -> line.matches("next +foliot diagnose [0-9]+"));
    assertThat(text(out)).doesNotContainPattern("(?m)^" + ProcessHandle.current().pid() + " ");
  }

  @Test
  void shouldShowItsOptions() {
    assertThat(run("diagnose", "--help")).isZero();
    assertThat(text(out)).contains("PID", "--duration", "--only", "--no-store", "--json");
    assertThat(text(out).lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @Test
  void shouldRefuseSystemsWithoutProc() {
    Diagnosis.mustBeLinux("Linux");
    assertThatThrownBy(() -> Diagnosis.mustBeLinux("Mac OS X"))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("run it on Linux")
        .extracting(e -> ((FoliotException) e).whose())
        .isEqualTo(FoliotException.Cause.ENVIRONMENT);
  }

  @Test
  void shouldListDiagnosesWithWhatTheyFound() throws IOException {
    copyAll();

    assertThat(run("runs")).isZero();
    assertThat(text(out).lines().toList())
        .anyMatch(line -> line.matches("@3 .* com.acme.Gateway +diagnose +2 findings: 1 high.*"))
        .anyMatch(line -> line.matches("@2 .* com.acme.Gateway +diagnose +nothing found .*"))
        .anyMatch(line -> line.matches("@4 .* bench .*"));
    Files.writeString(store.resolve(SLOW).resolve("diagnosis.json"), "{\u001b");
    out.reset();
    assertThat(run("runs")).isZero();
    assertThat(text(out)).contains("diagnosis.json cannot be read").doesNotContain("\u001b");
  }

  @Test
  void shouldCompareASlowNodeWithAFastOne() throws IOException {
    copyAll();

    assertThat(run("compare", SLOW, FAST)).isZero();
    assertThat(text(out))
        .containsSubsequence(
            "A: " + SLOW,
            "com.acme.Gateway on JDK 17.0.15+6-Debian-1deb12u1: 2 findings",
            "B: ",
            "nothing found",
            "placement: com.acme.cache.Entry",
            "A           false sharing, medium; 0 bytes into a line of 64, an unlucky address",
            "B           no finding: ",
            "the address alone",
            "only in one: com.acme.http.FullRequest",
            "BETTER");
    out.reset();
    assertThat(run("compare", FAST, SLOW, "--fail-on", "worse")).isEqualTo(3);
    assertThat(text(out)).endsWith("\nWORSE\n");
    assertThat(text(err).lines())
        .singleElement()
        .asString()
        .contains("the diagnosis is worse: 2 findings: 1 high, 1 medium");
  }

  @Test
  void shouldPrintAComparisonOfDiagnosesForATool() throws IOException {
    copyAll();

    assertThat(run("compare", SLOW, CURED, "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.path("schema").asString()).isEqualTo("foliot.comparison/1");
    assertThat(json.path("verdict").asString()).isEqualTo("undecided");
    assertThat(json.path("primary").asString()).isEqualTo("sharing");
    assertThat(json.path("percentiles")).isEmpty();
    assertThat(json.at("/validity/verdict").asString()).isEqualTo("SUSPECT");
    assertThat(json.at("/diagnoses/differences/0/kind").asString()).isEqualTo("cure");
    assertThat(json.at("/diagnoses/differences/0/a").asString()).isEqualTo("not cured");
    assertThat(json.at("/diagnoses/differences"))
        .anySatisfy(one -> {
          assertThat(one.path("kind").asString()).isEqualTo("only_in_one");
          assertThat(one.path("class").asString()).isEqualTo("com.acme.http.FullRequest");
        });
    assertThat(json.path("store").asString()).isEqualTo(store.toAbsolutePath().toString());
  }

  @Test
  void shouldRefuseToCompareADiagnosisWithSomethingElse() throws IOException {
    copyAll();

    assertThat(run("compare", SLOW, BENCH)).isEqualTo(2);
    assertThat(run("compare", BENCH, SLOW, "--arms", "0,0")).isEqualTo(2);
    assertThat(run("compare", SLOW)).isEqualTo(2);
    assertThat(run("compare", SLOW, FAST, "--margin", "5%")).isEqualTo(2);
    assertThat(run("export", SLOW, "--format", "csv")).isEqualTo(2);
    assertThat(run("report", SLOW, BENCH)).isEqualTo(2);
    assertThat(text(err).lines()).hasSize(6).allMatch(line -> line.startsWith("foliot: "));
    assertThat(text(err))
        .contains(
            "is none: the two have nothing in common",
            "is a diagnosis and has no response times",
            "name a second one",
            "go not with diagnoses",
            "which measures no load",
            "make no page together");
    assertThat(text(out)).isEmpty();
  }

  @Test
  void shouldReportADiagnosisAndTwoOfThem() throws IOException {
    copyAll();

    assertThat(run("report", SLOW)).as(text(err)).isZero();
    assertThat(Files.readString(store.resolve(SLOW).resolve("report.html")))
        .startsWith("<!DOCTYPE html>")
        .contains("Two problems: ", "class=\"memory\"");
    assertThat(run("report", SLOW, FAST)).as(text(err)).isZero();
    assertThat(Files.readString(store.resolve(SLOW).resolve("report.html")))
        .contains("id=\"differing\"", "the address alone");
  }

  private void copyAll() throws IOException {
    copy("run-1", BENCH);
    copy("diagnosis-1", SLOW);
    copy("diagnosis-2", FAST);
    copy("diagnosis-3", CURED);
  }

  private void copy(String golden, String id) throws IOException {
    Path from = GOLDEN.resolve(golden);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, store.resolve(id).resolve(from.relativize(file).toString()));
      }
    }
  }

  private int run(String... args) {
    String[] words =
        Stream.concat(Stream.of(args), Stream.of("--details", "--store", store.toString()))
            .toArray(String[]::new);
    return Commands.execute(words, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
