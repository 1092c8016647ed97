package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /**
   * Writes its arguments, one per line, stores a run with a page, and exits with a given code. An
   * older run is there already.
   */
  private static final String LAUNCHER =
      """
      #!/bin/sh
      printf '%s\\n' "$@" >>"$CALLS"
      case $1 in
        --version) echo 'foliot 0.1'; echo "$JDK_HOME" >"$CALLS.jdk" ;;
        export) echo '**Inconclusive: p99 of B is 1.02 times that of A**' ;;
        runs)
          [ ! -e "$CALLS.undrawn" ] || exit 4
          case $2 in --page) echo all runs >"$4"; echo '**1 lasting change in 40 runs**' ;; esac ;;
        *)
          mkdir -p .foliot/20261129-100000-bbbb .foliot/.part
          echo page >.foliot/20261129-100000-bbbb/report.html
          echo 'p99 is 1.2 ms <b>'; echo 'foliot: a warning' >&2; exit "$LAUNCHER_EXIT" ;;
      esac
      """;

  /** Knows one comment of the action if a file says so, and writes what it is told. */
  private static final String GH =
      """
      #!/bin/sh
      printf '%s\\n' "$*" >>"$CALLS.gh"
      [ ! -e "$CALLS.denied" ] || exit 1
      case "$*" in *--paginate*) cat "$CALLS.comments" 2>/dev/null || true ;; esac
      """;

  @TempDir Path folder;
  private Map<String, Object> action = Map.of();

  /** How a run ended. */
  private record Ended(int exit, String log, String summary, Map<String, String> outputs) {}

  @BeforeEach
  void prepare() throws IOException {
    action = Yaml.read("action.yml");
    executable(Files.createDirectories(folder.resolve("action")).resolve("foliot"), LAUNCHER);
    executable(Files.createDirectories(folder.resolve("bin")).resolve("gh"), GH);
    Files.createDirectories(folder.resolve("work/.foliot/20261101-100000-aaaa"));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
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
    assertThat(steps())
        .allSatisfy(step ->
            assertThat(step.containsKey("uses") || "bash".equals(step.get("shell"))).isTrue());
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
            "export",
            "20261129-100000-bbbb",
            "--store",
            ".foliot",
            "--format",
            "markdown",
            "runs",
            "prune",
            "--keep",
            "100",
            "--yes",
            "--store",
            ".foliot",
            "runs",
            "--page",
            "--output",
            "foliot-history.html",
            "--format",
            "markdown",
            "--store",
            ".foliot");
    assertThat(ended.summary())
        .startsWith("<!-- foliot -->\n### foliot bench\n\n**Inconclusive: p99 of B")
        .doesNotContain("Passed")
        .contains("    p99 is 1.2 ms <b>\n", "    foliot: a warning\n");
    assertThat(ended.log()).contains("p99 is 1.2 ms");
    assertThat(ended.outputs()).containsEntry("exit-code", "0");
    assertThat(Path.of(ended.outputs().get("page"))).hasContent("page");
    assertThat(folder.resolve("work/evil")).doesNotExist();
  }

  /** The store is saved whatever the job ends with, so that the first bad run is in it. */
  @Test
  void shouldKeepTheStoreBeforeItDecides() {
    List<String> names = steps().stream().map(step -> text(step, "name")).toList();

    assertThat(names)
        .containsSubsequence(
            "Take the store from the cache",
            "Measure",
            "Draw the history",
            "Keep the store",
            "Decide");
    Map<String, Object> kept = named("Keep the store");
    Map<String, Object> taken = named("Take the store from the cache");
    assertThat(text(kept, "uses")).startsWith("actions/cache/save@");
    assertThat(text(kept, "if")).contains("always()", "github.event_name != 'pull_request'");
    assertThat(text(taken, "uses")).startsWith("actions/cache/restore@");
    Map<String, Object> with = Yaml.map(taken.get("with"));
    assertThat(Yaml.map(kept.get("with")))
        .containsEntry("path", with.get("path"))
        .containsEntry("key", with.get("key"));
    assertThat(Yaml.text(with.get("restore-keys")).lines())
        .allSatisfy(key -> assertThat(Yaml.text(with.get("key"))).startsWith(key.strip()));
  }

  private Map<String, Object> named(String name) {
    return steps().stream().filter(step -> name.equals(step.get("name"))).findFirst().orElseThrow();
  }

  @Test
  void shouldDrawAndLinkTheHistory() throws Exception {
    repository();
    Map<String, String> given = new HashMap<>(pullRequest(git("rev-parse", "HEAD~1")));
    given.put("steps.pages.outputs.artifact-url", "https://github.com/acme/shop/pages");
    Ended ended = run(3, given);

    assertThat(Path.of(ended.outputs().get("history-page"))).hasContent("all runs");
    assertThat(ended.summary())
        .contains(
            "<details><summary>All runs over time</summary>\n\n**1 lasting change in 40 runs**",
            "[The pages of this run and of all runs over"
                + " time](https://github.com/acme/shop/pages)");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().endsWith(".md")))
          .anySatisfy(file ->
              assertThat(file)
                  .content()
                  .startsWith("<!-- foliot -->")
                  .contains("1 lasting change", "/acme/shop/pages)"));
    }
  }

  @Test
  void shouldGoOnWithoutAHistory() throws Exception {
    Files.createFile(folder.resolve("calls.undrawn"));
    Ended undrawn = run(0, Map.of());
    assertThat(undrawn.exit()).isZero();
    assertThat(undrawn.log()).contains("::warning title=Foliot::the history was not drawn");
    assertThat(undrawn.outputs()).containsEntry("history-page", "");

    Files.delete(folder.resolve("calls"));
    Ended none = run(0, Map.of("history", "0"));
    assertThat(none.exit()).isZero();
    assertThat(Files.readAllLines(folder.resolve("calls"))).doesNotContain("runs");
    assertThat(none.summary()).doesNotContain("over time");
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
    assertThat(ended.summary()).startsWith("<!-- foliot -->\n### foliot load\n").contains(words);
    assertThat(ended.log()).contains(expected == 0 ? "::warning " : "::error ");
    assertThat(Files.readAllLines(folder.resolve("calls"))).startsWith("--version", "load");
  }

  @Test
  void shouldCompareAPullRequestWithItsTargetBranch() throws Exception {
    repository();
    Ended ended = run(0, pullRequest(git("rev-parse", "HEAD~1")));

    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(Files.readAllLines(folder.resolve("calls")))
        .startsWith(
            "--version",
            "bench",
            "com.example.Task",
            "--git",
            git("rev-parse", "HEAD~1") + "..HEAD",
            "--build",
            "mvn -B -q -DskipTests package",
            "--fail-on",
            "worse");
    assertThat(Files.readString(folder.resolve("calls.gh")))
        .contains("--method POST repos/acme/shop/issues/7/comments --field body=@");
  }

  @Test
  void shouldUpdateItsOwnComment() throws Exception {
    repository();
    Files.writeString(folder.resolve("calls.comments"), "4711\n4712\n");
    run(3, pullRequest(git("rev-parse", "HEAD~1")));

    assertThat(Files.readString(folder.resolve("calls.gh")))
        .contains("--method PATCH repos/acme/shop/issues/comments/4711 --field body=@")
        .doesNotContain("POST");
  }

  @Test
  void shouldPassWithoutThePermissionToComment() throws Exception {
    repository();
    Files.createFile(folder.resolve("calls.denied"));
    Ended ended = run(0, pullRequest(git("rev-parse", "HEAD~1")));

    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(ended.log()).contains("::warning title=Foliot::no comment was posted");
  }

  @Test
  void shouldFetchATargetBranchThatTheCheckoutLacks() throws Exception {
    repository();
    String base = git("rev-parse", "HEAD~1");
    Path shallow = folder.resolve("shallow");
    git("clone", "--quiet", "--depth=1", "file://" + folder.resolve("work"), shallow.toString());
    Files.move(folder.resolve("work"), folder.resolve("origin"));
    Files.move(shallow, folder.resolve("work"));
    git("remote", "set-url", "origin", "file://" + folder.resolve("origin"));
    git(
        "-C",
        folder.resolve("origin").toString(),
        "config",
        "uploadpack.allowAnySHA1InWant",
        "true");
    Ended ended = run(0, pullRequest(base));

    assertThat(ended.exit()).as(ended.log()).isZero();
    assertThat(git("cat-file", "-t", base)).isEqualTo("commit");

    Ended unknown = run(0, pullRequest("0".repeat(40)));
    assertThat(unknown.exit()).isEqualTo(4);
    assertThat(unknown.log()).contains("give actions/checkout fetch-depth 0");
  }

  private static Map<String, String> pullRequest(String base) {
    return Map.of(
        "arguments",
        "com.example.Task",
        "github.event.pull_request.base.sha",
        base,
        "github.event.pull_request.number",
        "7",
        "github.repository",
        "acme/shop");
  }

  /** Of two commits, with a build of Maven. */
  private void repository() throws Exception {
    git("init", "--quiet");
    for (String version : List.of("first", "second")) {
      Files.writeString(folder.resolve("work/pom.xml"), version);
      git("add", "pom.xml");
      git("-c", "user.name=a", "-c", "user.email=a@localhost", "commit", "--quiet", "-m", version);
    }
  }

  private String git(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    Process git =
        new ProcessBuilder(command)
            .directory(folder.resolve("work").toFile())
            .redirectErrorStream(true)
            .start();
    git.getOutputStream().close();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(git.waitFor()).as(said).isZero();
    return said;
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
    given.forEach((name, value) -> {
      if (name.startsWith("github.") || name.startsWith("steps.")) {
        values.put(name, value);
      }
    });
    Yaml.map(action.get("inputs"))
        .forEach((name, input) ->
            values.put(
                "inputs." + name,
                given.getOrDefault(name, Yaml.text(Yaml.map(input).get("default")))));
    Path summary = folder.resolve("summary.md");
    Files.writeString(summary, "");
    StringBuilder log = new StringBuilder();
    int exit = 0;
    for (Map<String, Object> step : steps()) {
      if (step.containsKey("uses")) {
        // the runner's own
        continue;
      }
      Path output = folder.resolve("output-" + step.get("id"));
      Files.writeString(output, "");
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
      environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
      environment.put("RUNNER_TEMP", folder.toString());
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
                .satisfies(step ->
                    assertThat(
                            step.containsKey("uses")
                                || text(step, "run").contains(match.group(2) + "="))
                        .isTrue()));
  }
}
