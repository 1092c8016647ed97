package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.MadeRun;
import dev.foliot.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs over time: {@code runs --page}, its forms, and {@code compare NAME --history}. */
class HistoryTest {
  private static final Instant START = Instant.parse("2026-01-01T03:00:00Z");
  private static final int RUNS = 40;
  private static final int CHANGE = 25;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final SplittableRandom random = new SplittableRandom(20261130);

  @TempDir private Path folder;

  @Test
  void shouldSayTheSameOnTerminalPageMarkdownAndInJson() throws IOException {
    write(RUNS);
    assertThat(foliot("runs", "--page", "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(said());
    String answer = json.path("answer").asString();

    assertThat(json.path("schema").asString()).isEqualTo("foliot.history/1");
    assertThat(json.path("answer_kind").asString()).isEqualTo("changed");
    JsonNode line = json.path("lines").path(0);
    assertThat(line.path("name").asString()).isEqualTo("nightly");
    assertThat(line.path("runs")).hasSize(RUNS);
    assertThat(line.at("/runs/0/response/p99/low").asLong()).isPositive();
    assertThat(line.at("/changes/0/first_run").asString()).isEqualTo(id(CHANGE));
    assertThat(line.at("/changes/0/run_before").asString()).isEqualTo(id(CHANGE - 1));
    assertThat(answer).contains(id(CHANGE));
    Path page = Path.of(json.path("page").asString());
    assertThat(page).isEqualTo(store().toAbsolutePath().resolve("history.html"));
    assertThat(page).content().contains("<h1>" + answer + "</h1>");

    assertThat(foliot("runs", "--page")).isZero();
    String terminal = said();
    assertThat(terminal.replaceAll("\\s+", " ")).startsWith(answer);
    assertThat(terminal.lines()).allMatch(text -> text.length() <= 100 || text.contains("page"));
    assertThat(terminal).contains("nightly", "history.html", "next", "foliot compare");

    assertThat(foliot("runs", "--format", "markdown")).isZero();
    assertThat(said())
        .startsWith("**" + answer + "**\n\n| name | load | runs |")
        .contains("| `nightly` | `10,000/s` | 40 |", "| `" + id(CHANGE) + "` | `abc25` |");
  }

  @Test
  void shouldLinkThePagesOfRunsFromWhereverThePageIs() throws IOException {
    write(RUNS);
    Files.writeString(store().resolve(id(3)).resolve("report.html"), "page");
    Path page = folder.resolve("out/of the way.html");
    Files.createDirectories(folder.resolve("out"));

    assertThat(foliot("runs", "--page", "--output", page.toString())).isZero();
    assertThat(page)
        .content()
        .contains("<a href=\"./../a%20store/" + id(3) + "/report.html\">" + id(3) + "</a>");
    assertThat(page.resolveSibling("../a store/" + id(3) + "/report.html")).exists();
  }

  @Test
  void shouldDrawOneName() {
    write(RUNS);
    new MadeRun(START).write(store());

    assertThat(foliot("runs", "--name", "nightly", "--json")).isZero();
    assertThat(JsonMapper.shared().readTree(said()).path("lines")).hasSize(1);
    assertThat(foliot("runs", "--page", "--name", "com.acme.Hop")).isZero();
    assertThat(said()).startsWith("Too few runs to find a change in 1 run of 1 name");
  }

  @Test
  void shouldRefuseInOneLineWhatItCannotDo() {
    assertThat(foliot("runs", "--page")).isZero();
    assertThat(said()).startsWith("No run has percentiles.");
    write(1);

    assertThat(foliot("runs", "--page", "--name", "nothing")).isEqualTo(2);
    assertThat(foliot("runs", "--name", "nightly")).isEqualTo(2);
    assertThat(foliot("runs", "--output", "x.html", "--json")).isEqualTo(2);
    assertThat(foliot("runs", "--format", "csv")).isEqualTo(2);
    assertThat(foliot("runs", "--format", "markdown", "--json")).isEqualTo(2);
    assertThat(foliot("runs", "--page", "--output", folder.resolve("no/x.html").toString()))
        .isEqualTo(4);
    assertThat(said()).isEmpty();
    assertThat(errors()).hasSize(6).allMatch(line -> line.startsWith("foliot: "));
    assertThat(errors().getFirst()).contains("no run is called 'nothing': foliot runs lists them");
  }

  @Test
  void shouldJudgeTheLastRunOfAName() {
    write(RUNS);
    assertThat(foliot("compare", "nightly", "--history", "30d", "--fail-on", "worse")).isZero();
    assertThat(said()).startsWith("B and A are the same within 5");
    noisy(RUNS).times(1.8 / 1.3).write(store());

    assertThat(foliot("compare", "nightly", "--history", "30d", "--fail-on", "worse")).isEqualTo(3);
    assertThat(said())
        .startsWith("B is worse: p99 of B is 1.")
        .contains("since " + id(CHANGE), "foliot runs --page --name nightly");
    assertThat(errors()).allMatch(line -> line.contains("is worse: 1."));
    assertThat(foliot("compare", "@1", "--history", "30d", "--details")).isZero();
    assertThat(said()).contains("15 runs since", "WORSE");
    assertThat(foliot("compare", "nightly", "--history", "2w", "--json")).isZero();
    JsonNode json = JsonMapper.shared().readTree(said());
    assertThat(json.path("verdict").asString()).isEqualTo("worse");
    assertThat(json.at("/history/runs").asInt()).isEqualTo(14);
    assertThat(json.at("/history/after_change").asBoolean()).isFalse();
    assertThat(json.path("answer").asString()).startsWith("B is worse");
  }

  @Test
  void shouldSayThatAGateOfFewRunsCannotFail() {
    write(4);

    assertThat(foliot("compare", "nightly", "--history", "30d", "--fail-on", "worse")).isZero();
    assertThat(errors().getFirst()).contains("cannot fail yet", "needs 5 of them, and has 3");
  }

  @Test
  void shouldRefuseAHistoryThatIsNone() {
    write(6);
    new MadeRun(START.plus(Duration.ofDays(90))).of("diagnose", "process 7").write(store());

    assertThat(foliot("compare", "nightly", "@1", "--history", "30d")).isEqualTo(2);
    assertThat(foliot("compare", "nightly", "--history", "30")).isEqualTo(2);
    assertThat(foliot("compare", "nothing", "--history", "30d")).isEqualTo(2);
    assertThat(foliot("compare", "nightly", "--history", "30d", "--arms", "0,1")).isEqualTo(2);
    assertThat(foliot("compare", "nightly", "--history", "30d", "--arms", "1")).isEqualTo(2);
    assertThat(foliot("compare", "nightly", "--history", "30d", "--rate", "1k/s")).isEqualTo(2);
    assertThat(foliot("compare", "@1", "--history", "30d")).isEqualTo(2);
    assertThat(foliot("compare", "nightly", "--history", "30d", "--save-baseline", "x"))
        .isEqualTo(2);
    assertThat(errors()).hasSize(8).allMatch(line -> line.startsWith("foliot: "));
    assertThat(said()).isEmpty();
  }

  /** A run each day, slower from one of them on. */
  private void write(int runs) {
    for (int day = 0; day < runs; day++) {
      noisy(day).write(store());
    }
  }

  private MadeRun noisy(int day) {
    return new MadeRun(START.plus(Duration.ofDays(day)))
        .named("nightly")
        .from("abc" + day, "25.0.1")
        .times(day >= CHANGE ? 1.3 : 1)
        .times(Math.exp(0.01 * random.nextGaussian()));
  }

  private String id(int day) {
    String prefix = START.plus(Duration.ofDays(day)).toString().substring(0, 10).replace("-", "");
    return Store.open(store()).find(prefix).id();
  }

  private Path store() {
    return folder.resolve("a store");
  }

  private int foliot(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    words.addAll(List.of("--store", store().toString()));
    return Commands.execute(
        words.toArray(String[]::new), new Console(stream(out), stream(err), false));
  }

  private String said() {
    String text = out.toString(StandardCharsets.UTF_8);
    out.reset();
    return text;
  }

  private List<String> errors() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
