package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the steps of the GitHub action as a runner does, with a script as the launcher. */
@DisabledOnOs(OS.WINDOWS)
final class ActionTest {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ ([^}]+) }}");
  private static final Pattern INPUT = Pattern.compile("inputs\\.([a-z-]+)");
  private static final Pattern OUTPUT = Pattern.compile("steps\\.([a-z]+)\\.outputs\\.([a-z-]+)");

  /** Writes its arguments, one per line, and exits with a given code. A report writes a file. */
  private static final String LAUNCHER =
      """
      #!/bin/sh
      printf '%s\\n' "$@" >>"$CALLS"
      case $1 in
        --version) echo 'foliot 0.1'; echo "$JDK_HOME" >"$CALLS.jdk" ;;
        report) echo page >"$4" ;;
        *) echo 'p99 is 1.2 ms <b>'; echo 'foliot: a warning' >&2; exit "$LAUNCHER_EXIT" ;;
      esac
      """;

  @TempDir Path folder;
  private Map<String, Object> action = Map.of();

  /** How a run ended. */
  private record Ended(int exit, String log, String summary, Map<String, String> outputs) {}

  @BeforeEach
  void prepare() throws IOException {
    action = Yaml.read("action.yml");
    Path launcher = Files.createDirectories(folder.resolve("action")).resolve("foliot");
    Files.writeString(launcher, LAUNCHER);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private List<Map<String, Object>> steps() {
    return Yaml.maps(Yaml.map(action.get("runs")).get("steps"));
  }

  @Test
  void shouldUseEveryInputThatItDeclaresAndNoOther() {
    String steps = steps().toString();

    assertThat(Yaml.map(action.get("runs"))).containsEntry("using", "composite");
    assertThat(new TreeSet<>(INPUT.matcher(steps).results().map(m -> m.group(1)).toList()))
        .isEqualTo(new TreeSet<>(Yaml.map(action.get("inputs")).keySet()));
    assertThat(Yaml.map(action.get("inputs")).values())
        .allSatisfy(input -> assertThat(Yaml.map(input)).containsKeys("description", "default"));
    assertThat(steps()).allSatisfy(step -> assertThat(step).containsEntry("shell", "bash"));
  }

  /** Text of a pull request in an input cannot become a command. */
  @Test
  void shouldWriteNoExpressionIntoAScript() {
    assertThat(steps())
        .allSatisfy(step -> assertThat(Yaml.text(step.get("run"))).doesNotContain("${{"));
  }

  @Test
  void shouldCallBenchAgainstTheBaselineAndPostWhatItSays() throws Exception {
    Ended ended =
        run(
            0,
            Map.of(
                "arguments",
                "com.example.Task -cp target/classes\n--rate 10k/s --name 'my $(touch evil) run'",
                "against",
                "base line.json"));

    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .containsExactly(
            "--version",
            "bench",
            "com.example.Task",
            "-cp",
            "target/classes",
            "--rate",
            "10k/s",
            "--name",
            "my $(touch evil) run",
            "--against",
            "base line.json",
            "--fail-on",
            "worse",
            "report",
            "@1",
            "--output",
            "foliot-report.html");
    assertThat(ended.summary())
        .startsWith("### foliot bench\n\nPassed.\n\n")
        .contains("    p99 is 1.2 ms <b>\n", "    foliot: a warning\n");
    assertThat(ended.log()).contains("p99 is 1.2 ms");
    assertThat(ended.outputs()).containsEntry("exit-code", "0");
    assertThat(Path.of(ended.outputs().get("page"))).hasContent("page");
    assertThat(folder.resolve("work/evil")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "3, fail, 3, threshold",
    "5, fail, 5, INVALID",
    "5, warn, 0, INVALID",
    "4, warn, 4, exit code 4",
  })
  void shouldEndAsTheCommandDoes(int exit, String onInvalid, int expected, String words)
      throws Exception {
    Ended ended = run(exit, Map.of("command", "load", "on-invalid", onInvalid, "page", ""));

    assertThat(ended.exit()).as(ended.log()).isEqualTo(expected);
    assertThat(ended.outputs()).containsEntry("exit-code", "" + exit).containsEntry("page", "");
    assertThat(ended.summary()).startsWith("### foliot load\n").contains(words);
    assertThat(ended.log()).contains(expected == 0 ? "::warning " : "::error ");
    assertThat(Files.readAllLines(folder.resolve("calls"))).containsExactly("--version", "load");
  }

  @Test
  void shouldRefuseAQuoteThatIsNotClosed() throws Exception {
    Ended ended = run(0, Map.of("arguments", "--name 'open"));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.log()).contains("::error ");
    assertThat(Files.readAllLines(folder.resolve("calls"))).containsExactly("--version");
  }

  @Test
  void shouldTakeTheRunnersJdkAndAnArchive() throws Exception {
    Path archive = Files.createDirectories(folder.resolve("archive"));
    Files.move(folder.resolve("action/foliot"), archive.resolve("foliot"));

    Ended ended = run(0, Map.of("home", archive.toString()));

    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(folder.resolve("calls.jdk")).hasContent("/jdk of the runner\n");
  }

  /** All steps, one after the other, until one fails. */
  private Ended run(int launcherExit, Map<String, String> given) throws Exception {
    Path work = Files.createDirectories(folder.resolve("work"));
    Map<String, String> values = new HashMap<>();
    values.put("github.action_path", folder.resolve("action").toString());
    Yaml.map(action.get("inputs"))
        .forEach((name, input) ->
            values.put(
                "inputs." + name,
                given.getOrDefault(name, Yaml.text(Yaml.map(input).get("default")))));
    Path summary = Files.createFile(folder.resolve("summary.md"));
    StringBuilder log = new StringBuilder();
    int exit = 0;
    for (Map<String, Object> step : steps()) {
      Path output = folder.resolve("output-" + step.get("id"));
      Files.createFile(output);
      String folderOfStep = filled(Yaml.text(step.get("working-directory")), values);
      ProcessBuilder shell =
          new ProcessBuilder(
                  "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text(step, "run"))
              .directory(work.resolve(folderOfStep).toFile())
              .redirectErrorStream(true);
      Map<String, String> environment = shell.environment();
      environment.remove("JDK_HOME");
      Yaml.map(step.get("env"))
          .forEach((name, value) -> environment.put(name, filled(Yaml.text(value), values)));
      environment.put("GITHUB_OUTPUT", output.toString());
      environment.put("GITHUB_STEP_SUMMARY", summary.toString());
      environment.put("JAVA_HOME_25_X64", "/jdk of the runner");
      environment.put("CALLS", folder.resolve("calls").toString());
      environment.put("LAUNCHER_EXIT", Integer.toString(launcherExit));
      Process process = shell.start();
      process.getOutputStream().close();
      log.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      for (String line : Files.readAllLines(output)) {
        String[] pair = line.split("=", 2);
        values.put("steps." + step.get("id") + ".outputs." + pair[0], pair[1]);
      }
      exit = process.exitValue();
      if (exit != 0) {
        break;
      }
    }
    Map<String, String> outputs = new HashMap<>();
    Yaml.map(action.get("outputs"))
        .forEach((name, value) ->
            outputs.put(name, filled(Yaml.text(Yaml.map(value).get("value")), values)));
    return new Ended(exit, log.toString(), Files.readString(summary), outputs);
  }

  /** Fills expressions in: a name, or the first of two that is not empty. */
  private static String filled(String text, Map<String, String> values) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(match -> {
          for (String name : match.group(1).split(" \\|\\| ", -1)) {
            String value = values.getOrDefault(name, "");
            if (!value.isEmpty()) {
              return Matcher.quoteReplacement(value);
            }
          }
          return "";
        });
  }

  private static String text(Map<String, Object> step, String key) {
    return Yaml.text(step.get(key));
  }

  @Test
  void shouldReadOnlyOutputsThatAStepWrites() {
    String all = action.toString();

    assertThat(OUTPUT.matcher(all).results().toList())
        .isNotEmpty()
        .allSatisfy(match ->
            assertThat(steps())
                .filteredOn(step -> match.group(1).equals(step.get("id")))
                .singleElement()
                .satisfies(step -> assertThat(text(step, "run")).contains(match.group(2) + "=")));
  }
}
