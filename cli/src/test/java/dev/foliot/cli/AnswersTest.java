package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.brief.BenchBrief;
import dev.foliot.cli.brief.LoadBrief;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.BenchJson;
import dev.foliot.cli.json.LoadJson;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer is made once: terminal, page and JSON of a stored run show the same. */
class AnswersTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String BENCH = "bench";
  private static final String LOAD = "load";
  private static final Pattern HEADLINE = Pattern.compile("<h1>(.*?)</h1>", Pattern.DOTALL);

  @TempDir private static Path store;

  @BeforeAll
  static void unzip() throws Exception {
    GoldenRuns.unzip(store);
    GoldenRuns.unzip("/answer-runs/", store);
  }

  /** All runs whose command measures messages. */
  static List<StoredRun> measured() throws Exception {
    try (Stream<Path> folders = Files.list(store)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("run.json")))
          .sorted()
          .map(folder -> Store.open(store).find(folder.toString()))
          .filter(run -> List.of(BENCH, LOAD).contains(run.run().command()))
          .toList();
    }
  }

  /** Runs of one arm at one rate, each beside each later one. */
  static List<List<StoredRun>> compared() throws Exception {
    List<StoredRun> runs =
        measured().stream()
            .filter(run -> run.run().arms().size() == 1 && run.run().loads().size() == 1)
            .toList();
    List<List<StoredRun>> pairs = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      for (StoredRun later : runs.subList(i + 1, runs.size())) {
        pairs.add(List.of(runs.get(i), later));
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("measured")
  void shouldAnswerAlikeOnTerminalPageAndInJson(StoredRun stored) {
    RunRecord run = stored.run();
    NextCommands next = NextCommands.after(run.commandLine());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Brief brief = new Brief(new Console(stream(out), stream(out), false));
    Answer answer;
    String json;
    if (run.command().equals(LOAD)) {
      LoadTestResult result = LoadTestResult.read(stored, false);
      answer = LoadAnswer.of(result, next);
      json = LoadJson.of(result, List.of(), List.of());
      new LoadBrief(brief, result, List.of(), List.of(), next).print(null);
    } else {
      BenchResult result = new BenchResult(run, stored.forks(), stored.path(), false);
      answer = BenchAnswer.of(run, result.forks(), next);
      json = BenchJson.of(result, List.of(), null);
      new BenchBrief(brief, result, List.of(), null, next).print(null);
    }

    shouldBe(answer, JSON.readTree(json));
    shouldBeginWith(answer.sentence(), out.toString(StandardCharsets.UTF_8));
    assertThat(headline(ReportPage.html(List.of(stored), store))).isEqualTo(answer.sentence());
  }

  @ParameterizedTest
  @MethodSource("compared")
  void shouldAnswerAComparisonAlike(List<StoredRun> pair) throws Exception {
    String a = pair.getFirst().id();
    String b = pair.getLast().id();
    JsonNode json = JSON.readTree(foliot("compare", a, b, "--json"));
    String terminal = foliot("compare", a, b);

    shouldBeginWith(json.path("answer").asString(), terminal);
    assertThat(json.path("answer_kind")).isEqualTo(json.path("verdict"));
    json.path("answer_figures")
        .forEach(figure ->
            assertThat(json.path("answer").asString()).contains(figure.path("shown").asString()));
    String page = Files.readString(pair.getLast().path().resolve("comparison.html"));
    assertThat(headline(page)).isEqualTo(json.path("answer").asString());
  }

  private static void shouldBe(Answer answer, JsonNode json) {
    assertThat(json.path("answer").asString()).isEqualTo(answer.sentence());
    assertThat(json.path("answer_kind").asString())
        .isEqualTo(answer.kind().name().toLowerCase(Locale.ROOT));
    assertThat(json.path("answer_figures")).hasSize(answer.figures().size());
    for (int i = 0; i < answer.figures().size(); i++) {
      JsonNode figure = json.path("answer_figures").path(i);
      assertThat(figure.path("name").asString()).isEqualTo(answer.figures().get(i).name());
      assertThat(figure.path("value").asDouble()).isEqualTo(answer.figures().get(i).value());
      assertThat(answer.sentence()).contains(figure.path("shown").asString());
    }
    List<String> command = new ArrayList<>();
    json.path("next_command").forEach(word -> command.add(word.asString()));
    assertThat(command).isEqualTo(answer.next().command());
  }

  /** The terminal breaks a sentence into lines. */
  private static void shouldBeginWith(String sentence, String output) {
    assertThat(output.replaceAll("\\s+", " ")).startsWith(sentence);
  }

  private static String headline(String page) {
    var matcher = HEADLINE.matcher(page);
    assertThat(matcher.find()).isTrue();
    return matcher
        .group(1)
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&#39;", "'")
        .replace("&#34;", "\"")
        .replace("&amp;", "&");
  }

  private static String foliot(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--store", store.toString()));
    Commands.execute(all.toArray(String[]::new), new Console(stream(out), stream(err), false));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
