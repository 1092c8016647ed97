package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Ink;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs are named, noted, and deleted. */
class RunsCommandTest {
  private static final String HOSTILE = "\u001b[2J\u202eevil";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;
  private @Nullable String typed;

  @BeforeEach
  void unzip() throws Exception {
    GoldenRuns.unzip(store());
  }

  @Test
  void shouldFindARunByItsName() {
    assertThat(run("runs", "name", "@1", "before upgrade")).isZero();
    assertThat(run("runs", "note", "@1", "the last on JDK 21")).isZero();
    assertThat(run("runs")).isZero();

    assertThat(text(out).lines().toList().get(1))
        .contains("before upgrade", "bench", "INVALID, 3 forks");
    out.reset();
    assertThat(run("runs", "--details")).isZero();
    assertThat(text(out)).contains("the last on JDK 21");
    assertThat(Store.open(store()).find("before upgrade").id())
        .isEqualTo(Store.open(store()).find("@1").id());
    out.reset();
    assertThat(run("runs", "--json")).isZero();
    JsonNode first = JsonMapper.shared().readTree(text(out)).at("/runs/0");
    assertThat(first.path("name").asString()).isEqualTo("before upgrade");
    assertThat(first.path("note").asString()).isEqualTo("the last on JDK 21");
    assertThat(first.path("size_bytes").asLong()).isPositive();
    assertThat(run("runs", "name", "before upgrade", "")).isZero();
    assertThat(Store.open(store()).find("@1").name()).isNull();
  }

  @Test
  void shouldRefuseANameThatMeansAnotherRun() {
    assertThat(run("runs", "name", "@1", "base")).isZero();

    assertThat(run("runs", "name", "@2", "base")).isEqualTo(2);
    assertThat(run("runs", "name", "@2", "@1")).isEqualTo(2);
    assertThat(run("runs", "name", "@2", "x".repeat(81))).isEqualTo(2);
    assertThat(run("runs", "note", "@2", "x".repeat(2_001))).isEqualTo(2);

    assertThat(text(err)).contains("has that name", "1 to 80 characters", "at most 2000");
  }

  @Test
  void shouldShowAHostileNameSafely() {
    assertThat(run("runs", "name", "@1", HOSTILE)).isZero();
    assertThat(run("runs", "note", "@1", HOSTILE)).isZero();
    assertThat(run("runs")).isZero();
    assertThat(run("runs", "delete", HOSTILE)).isEqualTo(2);

    assertThat(text(out) + text(err)).contains("evil").doesNotContain("\u001b", "\u202e");
  }

  @Test
  void shouldDeleteOnlyWhatAPersonAgreesTo() {
    int before = runs();
    String id = Store.open(store()).find("@2").id();

    assertThat(run("runs", "delete", "@2")).isEqualTo(2);
    assertThat(text(err)).contains("this would delete 1 run", id, "add --yes");
    typed = "n\n";
    assertThat(run("runs", "delete", "@2")).isZero();
    assertThat(runs()).isEqualTo(before);
    typed = "y\n";
    assertThat(run("runs", "delete", "@2", "@3", "@2")).isZero();
    assertThat(runs()).isEqualTo(before - 2);
    assertThat(store().resolve(id)).doesNotExist();
    typed = null;
    assertThat(run("runs", "delete", "@1", "--yes", "--json")).isZero();
    assertThat(runs()).isEqualTo(before - 3);
    assertThat(text(out)).contains("deleted 2 runs (", "\"foliot.runs_deleted/1\"");
  }

  @Test
  void shouldNeverDeleteABaselineOrARunInProgress() throws IOException {
    Path baseline = folder.resolve("baseline.json");
    assertThat(
            run(
                "compare",
                GoldenRuns.BENCH_SWEEP,
                GoldenRuns.BENCH_SWEEP,
                "--rate",
                "5k/s",
                "--save-baseline",
                baseline.toString()))
        .isIn(0, 2);
    RunFolder begun = Store.open(store()).begin("bench");
    Files.writeString(begun.path().resolve("run.json"), "{");

    assertThat(run("runs", "delete", begun.id(), "--yes")).isEqualTo(2);
    assertThat(text(err)).contains("is in progress: leave it out");
    if (Files.exists(baseline)) {
      assertThat(run("runs", "delete", GoldenRuns.BENCH_SWEEP, "--yes")).isEqualTo(2);
      assertThat(text(err)).contains("is the baseline ");
    }
    assertThat(run("runs", "prune", "--keep", "0", "--yes")).isZero();
    assertThat(runs()).isEqualTo(Files.exists(baseline) ? 2 : 1);
    Files.deleteIfExists(baseline);
    assertThat(run("runs", "prune", "--keep", "0", "--yes")).isZero();
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void shouldPruneByNumberAndByAge() {
    int before = runs();

    assertThat(run("runs", "prune")).isEqualTo(2);
    assertThat(run("runs", "prune", "--older", "30")).isEqualTo(2);
    assertThat(run("runs", "prune", "--keep", "-1")).isEqualTo(2);
    assertThat(run("runs", "prune", "--keep", "3", "--older", "5000w", "--yes")).isZero();
    assertThat(runs()).isEqualTo(before);
    assertThat(run("runs", "prune", "--keep", "3", "--older", "0h", "--yes")).isZero();
    assertThat(runs()).isEqualTo(3);
    assertThat(text(err)).contains("say what stays", "'30' is no age", "--keep is 0 or more");
  }

  private int runs() {
    return Store.open(store()).runs().size();
  }

  private Path store() {
    return folder.resolve("store");
  }

  private int run(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("--store", store().toString()));
    BufferedReader answers = typed == null ? null : new BufferedReader(new StringReader(typed));
    return Commands.execute(
        words.toArray(String[]::new),
        new Console(stream(out), stream(err), false, Ink.PLAIN, answers));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
