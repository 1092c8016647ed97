package dev.foliot.checks.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.foliot.checks.endtoend.FoliotProcess.Ended;
import dev.foliot.checks.endtoend.tasks.AnswersLater;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code foliot bench} and {@code foliot study} in pairs of forks, as a user runs them. */
final class PairsTest {
  private static final int USAGE = 2;

  @TempDir Path folder;

  @Test
  void shouldCompareTwoClassPathsInPairs() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "bench",
            bench("--classpath", FoliotProcess.tasks(), "--classpath", FoliotProcess.tasks()));
    JsonNode json = StoredFiles.json(ended.out());

    assertThat(json.at("/gate/judged").toString()).isEqualTo("[\"p50\",\"p99\"]");
    assertThat(json.at("/forks")).hasSize(4);
    for (int i = 0; i < 4; i += 2) {
      assertThat(json.at("/forks/" + i + "/arm").asInt())
          .isEqualTo(1 - json.at("/forks/" + (i + 1) + "/arm").asInt());
    }
    assertThat(json.at("/arms/0/build/label").asString()).endsWith("(A)");
    assertThat(json.at("/comparisons/0/pairs/played").asInt()).isEqualTo(2);
    assertThat(json.at("/answer").asString())
        .isEqualTo(json.at("/comparisons/0/answer").asString())
        .startsWith("Inconclusive");
    String id = json.at("/id").asString();
    JsonNode again = StoredFiles.json(FoliotProcess.call(folder, "compare", id, "--json").out());
    assertThat(again.at("/answer")).isEqualTo(json.at("/answer"));
    assertThat(again.at("/percentiles")).isEqualTo(json.at("/comparisons/0/percentiles"));
    Path page = folder.resolve("page.html");
    FoliotProcess.call(folder, "report", id, "--output", page.toString());
    assertThat(page).content().contains("Response time, B against A", "(A)");
  }

  @Test
  void shouldCompareTwoArmsOfAStudyInPairs() throws Exception {
    Ended ended =
        FoliotProcess.call(
            folder,
            "study",
            "throughput",
            "--shortest",
            "--no-wait",
            "--arms=virtual,fixed:4",
            "--jvm-arg=-XX:TieredStopAtLevel=1",
            "--detect=1.1",
            "--budget=1s",
            "--json");

    assertThat(ended.exit()).as(ended.err()).isIn(0, 5);
    assertThat(ended.err()).contains("pairs of forks until they decide", "at most about");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/gate/judged").toString()).isEqualTo("[\"throughput_per_s\"]");
    assertThat(json.at("/complete").asBoolean()).isTrue();
    assertThat(json.at("/points"))
        .extracting(point -> point.at("/arm").asString() + point.at("/step").asInt())
        .containsExactlyInAnyOrder("virtual0", "virtual1", "fixed:40", "fixed:41");
    assertThat(json.at("/decision/pairs/played").asInt()).isEqualTo(1);
    assertThat(json.at("/answer").asString()).startsWith("Inconclusive");
    assertThat(json.at("/answer")).isEqualTo(json.at("/verdict/0/headline"));
    String id = json.at("/id").asString();
    JsonNode again = StoredFiles.json(FoliotProcess.call(folder, "compare", id, "--json").out());
    assertThat(again.at("/answer")).isEqualTo(json.at("/answer"));
    assertThat(again.at("/decision")).isEqualTo(json.at("/decision"));
    assertThat(FoliotProcess.call(folder, "export", id, "--format", "markdown").out())
        .contains("**Inconclusive", "| `fixed:4` | `16 clients` |");
    Path page = folder.resolve("page.html");
    FoliotProcess.call(folder, "report", id, "--output", page.toString());
    assertThat(page).content().contains("Inconclusive");
  }

  @Test
  void shouldMeasureSeveralTasksBesideTheFirst() throws Exception {
    String tasks = "dev.foliot.checks.endtoend.tasks.";
    Ended ended =
        FoliotProcess.call(
            folder,
            "bench",
            tasks + "TakesTwoMicros",
            "--classes",
            "tasks[.](Healthy|TakesTwo.*Micros)$",
            "--classpath",
            FoliotProcess.tasks(),
            "--rate=2k/s",
            "--warmup=100ms",
            "--duration=300ms",
            "--forks=1",
            "--no-wait",
            "--json");
    JsonNode json = StoredFiles.json(ended.out());

    assertThat(json.at("/arms"))
        .extracting(arm -> arm.at("/params/class").asString())
        .containsExactly("TakesTwoMicros", "Healthy", "TakesTwoHundredMicros");
    assertThat(json.at("/comparisons"))
        .extracting(one -> one.at("/a/arm").asInt(), one -> one.at("/b/arm").asInt())
        .containsExactly(tuple(0, 1), tuple(0, 2));
    String id = json.at("/id").asString();
    assertThat(FoliotProcess.call(folder, "export", id, "--format", "markdown").out())
        .contains("| `TakesTwoHundredMicros` |", "p99 beside the first");
  }

  @Test
  void shouldWriteThePageOfAComparisonWithAnOlderRun() throws Exception {
    String[] usual = {
      AnswersLater.class.getName(),
      "--classpath",
      FoliotProcess.tasks(),
      "--rate=1k/s",
      "--warmup=100ms",
      "--duration=300ms",
      "--forks=1",
      "--no-wait"
    };
    FoliotProcess.call(folder, "bench", usual);
    List<String> again = new ArrayList<>(List.of(usual));
    again.addAll(List.of("--against", "@1"));

    Ended ended = FoliotProcess.call(folder, "bench", again.toArray(String[]::new));

    Path page =
        ended
            .out()
            .lines()
            .filter(line -> line.startsWith("compared "))
            .map(line -> Path.of(line.replaceFirst("compared +", "")))
            .findFirst()
            .orElseThrow();
    assertThat(page).hasFileName("comparison.html");
    assertThat(folder.resolve(page)).content().contains("Response time, B against A");
    assertThat(folder.resolve(page).resolveSibling("report.html")).exists();
  }

  @Test
  void shouldBuildAndCompareTwoRevisionsAndLeaveNothingBehind() throws Exception {
    repository();
    Ended ended =
        inFolder(
            bench(
                "--classpath",
                "built:" + FoliotProcess.tasks(),
                "--git",
                "HEAD~1..HEAD",
                "--build",
                "mkdir built && cp version.txt built/"));
    assertThat(ended.err()).contains("building HEAD~1: mkdir built");
    JsonNode json = StoredFiles.json(ended.out());

    assertThat(json.at("/arms/0/build/label").asString()).isEqualTo("HEAD~1");
    assertThat(json.at("/arms/0/build/commit").asString())
        .isEqualTo(git("rev-parse", "--short=10", "HEAD~1"));
    assertThat(json.at("/arms/1/build/commit").asString())
        .isEqualTo(git("rev-parse", "--short=10", "HEAD"));
    assertThat(git("worktree", "list", "--porcelain").split("worktree ", -1)).hasSize(2);
    assertThat(folder.resolve("built")).doesNotExist();
  }

  @Test
  void shouldMeasureOneSideWhereTheOtherHasNoSuchTask() throws Exception {
    repository();
    Ended ended =
        inFolder(
            bench(
                "--classpath",
                "tasks",
                "--git",
                "HEAD~1..HEAD",
                "--build",
                "grep -q second version.txt && cp -r " + FoliotProcess.tasks() + " tasks || true"));
    assertThat(ended.err()).contains("HEAD~1 has no such task, so nothing is compared");
    JsonNode json = StoredFiles.json(ended.out());
    assertThat(json.at("/arms")).hasSize(1);
    assertThat(json.has("gate")).isFalse();
  }

  @Test
  void shouldSayWhatTheBuildSaid() throws Exception {
    repository();
    Ended failed =
        inFolder(
            bench(
                "--classpath",
                ".",
                "--git",
                "HEAD~1..HEAD",
                "--build",
                "echo no compiler; exit 3"));
    assertThat(failed.exit()).isEqualTo(USAGE);
    assertThat(failed.err()).contains("the build of HEAD~1 ended with 3", "no compiler");
    assertThat(git("worktree", "list", "--porcelain").split("worktree ", -1)).hasSize(2);

    Ended unknown = inFolder(bench("--classpath", ".", "--git", "nowhere..HEAD"));
    assertThat(unknown.exit()).isEqualTo(USAGE);
    assertThat(unknown.err()).contains("git knows no revision nowhere");
  }

  /** As a process in the folder, whose repository is looked at. */
  private Ended inFolder(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("bench"));
    command.addAll(List.of(words));
    return FoliotProcess.start(folder, command.toArray(String[]::new)).end();
  }

  /** With two commits. */
  private void repository() throws Exception {
    git("init", "--quiet");
    for (String version : List.of("first", "second")) {
      Files.writeString(folder.resolve("version.txt"), version);
      git("add", "version.txt");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", version);
    }
  }

  private String git(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    Process git =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    git.getOutputStream().close();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(git.waitFor()).as(said).isZero();
    return said;
  }

  private static String[] bench(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                AnswersLater.class.getName(),
                "--rate=1k/s",
                "--forks=2",
                "--warmup=100ms",
                "--duration=300ms",
                "--json"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }
}
