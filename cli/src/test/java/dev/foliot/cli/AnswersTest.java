package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.brief.BenchBrief;
import dev.foliot.cli.brief.DemoBrief;
import dev.foliot.cli.brief.DiagnosisBrief;
import dev.foliot.cli.brief.FleetBrief;
import dev.foliot.cli.brief.LoadBrief;
import dev.foliot.cli.brief.StudyBrief;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.BenchJson;
import dev.foliot.cli.json.DemoJson;
import dev.foliot.cli.json.DiagnosisJson;
import dev.foliot.cli.json.FleetJson;
import dev.foliot.cli.json.LoadJson;
import dev.foliot.cli.json.StudyJson;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.judgement.answer.Answer;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.DemoAnswer;
import dev.foliot.judgement.answer.DiagnosisAnswer;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.explain.Explanations;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.catalog.Studies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
  private static final Path REFERENCE = Path.of("..", "docs", "reference", "json.md");
  private static final Path OF_STORE = Path.of("..", "store", "src", "test", "resources", "golden");

  /** Kinds of runs that are no zip file among this module's resources. */
  private static final List<String> NO_ZIP = List.of("fleet-", "diagnosis-", "demo-");

  private static final Pattern HEADLINE = Pattern.compile("<h1>(.*?)</h1>", Pattern.DOTALL);

  @TempDir private static Path store;

  @BeforeAll
  static void unzip() throws Exception {
    GoldenRuns.unzip(store);
    GoldenRuns.unzip("/answer-runs/", store);
    try (Stream<Path> folders = Files.list(OF_STORE)) {
      for (Path folder : folders.filter(AnswersTest::hasNoZip).toList()) {
        copy(folder, store.resolve(folder.getFileName().toString()));
      }
    }
  }

  private static boolean hasNoZip(Path folder) {
    String name = folder.getFileName().toString();
    return NO_ZIP.stream().anyMatch(name::startsWith);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  static List<StoredRun> all() throws Exception {
    try (Stream<Path> folders = Files.list(store)) {
      return folders
          .filter(folder -> Files.exists(folder.resolve("run.json")))
          .sorted()
          .map(folder -> Store.open(store).find(folder.toString()))
          .toList();
    }
  }

  private static List<StoredRun> of(String... commands) throws Exception {
    return all().stream().filter(run -> List.of(commands).contains(run.run().command())).toList();
  }

  /** Runs with response times, which are explained, of one arm at one rate also compared. */
  static List<StoredRun> measured() throws Exception {
    return of(BENCH, LOAD);
  }

  /** Runs of one arm at one rate, each beside each later one; so diagnoses. */
  static List<List<StoredRun>> compared() throws Exception {
    List<List<StoredRun>> pairs =
        pairs(
            measured().stream()
                .filter(run -> run.run().arms().size() == 1 && run.run().loads().size() == 1)
                .toList());
    pairs.addAll(pairs(of("diagnose")));
    return pairs;
  }

  private static List<List<StoredRun>> pairs(List<StoredRun> runs) {
    List<List<StoredRun>> pairs = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      for (StoredRun later : runs.subList(i + 1, runs.size())) {
        pairs.add(List.of(runs.get(i), later));
      }
    }
    return pairs;
  }

  /** Its answer, the JSON object, and what prints it in short. */
  private record Shown(Answer answer, String json, Runnable print) {}

  private static Shown shown(StoredRun stored, NextCommands next, Brief brief) {
    RunRecord run = stored.run();
    return switch (run.command()) {
      case LOAD -> {
        LoadTestResult result = LoadTestResult.read(stored, false);
        yield new Shown(
            LoadAnswer.of(result, next),
            LoadJson.of(result, List.of()),
            () -> new LoadBrief(brief, result, List.of(), next).print(null));
      }
      case BENCH -> {
        BenchResult result = new BenchResult(run, stored.forks(), stored.path(), false);
        yield new Shown(
            BenchAnswer.of(run, result.forks(), next),
            BenchJson.of(result, List.of(), null),
            () -> new BenchBrief(brief, result, List.of(), null, next).print(null));
      }
      case "study" -> {
        StudyRecord study = Studies.answered(StoredStudy.read(stored)).study();
        yield new Shown(
            Studies.answer(study, next),
            StudyJson.of(study, next, store, null),
            () -> new StudyBrief(brief, next).print(study, run, null, null));
      }
      case "diagnose" -> {
        DiagnosisRecord diagnosis = DiagnosisFiles.diagnosis(stored);
        Answer answer = DiagnosisAnswer.of(diagnosis, next, true);
        yield new Shown(
            answer,
            DiagnosisJson.of(diagnosis, Map.of(), answer, stored.id(), store),
            () -> new DiagnosisBrief(brief, diagnosis, Map.of(), next).print(true));
      }
      case "fleet" -> {
        FleetRecord fleet = FleetFiles.fleet(stored);
        FleetAnswer answer = FleetAnswer.of(fleet, next, true);
        yield new Shown(
            answer,
            FleetJson.of(fleet, answer, 1, stored.id(), store, Map.of()),
            () -> new FleetBrief(brief, fleet, answer, next).print(null, true));
      }
      case "demo" -> {
        DemoRecord demo = DemoFiles.demo(stored);
        yield new Shown(
            DemoAnswer.of(demo, next),
            DemoJson.of(demo, next, stored.id(), store, null),
            () -> new DemoBrief(brief, demo, next).print(null));
      }
      default -> throw new IllegalArgumentException(run.command());
    };
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldAnswerAlikeOnTerminalPageAndInJson(StoredRun stored) {
    NextCommands next = NextCommands.after(stored.run().commandLine());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Shown shown = shown(stored, next, new Brief(new Console(stream(out), stream(out), false)));
    shown.print.run();

    shouldBe(shown.answer, JSON.readTree(shown.json));
    shouldBeginWith(shown.answer.sentence(), out.toString(StandardCharsets.UTF_8));
    assertThat(headline(ReportPage.html(List.of(stored), store)))
        .isEqualTo(shown.answer.sentence());
  }

  /** What describes the fields of an object, besides those of an answer. */
  private static final Map<String, List<String>> SECTIONS =
      Map.of(
          BENCH,
          List.of("run.json", "Explanations"),
          LOAD,
          List.of("Load tests", "Explanations"),
          "study",
          List.of("Studies", "Explanations"),
          "diagnose",
          List.of("Diagnoses", "Diagnosis fields"),
          "fleet",
          List.of("Fleets"),
          "demo",
          List.of("Demos"));

  @ParameterizedTest
  @MethodSource("all")
  void shouldNameEveryFieldInTheReference(StoredRun stored) throws IOException {
    NextCommands next = NextCommands.after(stored.run().commandLine());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Shown shown = shown(stored, next, new Brief(new Console(stream(out), stream(out), false)));
    Map<String, String> sections = sections();
    String described =
        sections.get("What `--json` prints")
            + SECTIONS.getOrDefault(stored.run().command(), List.of()).stream()
                .map(sections::get)
                .collect(Collectors.joining());

    assertThat(JSON.readTree(shown.json).propertyNames())
        .allSatisfy(name -> assertThat(described).containsPattern("[`\"]" + name + "[`\"]"));
  }

  /** The sections of the reference, each there once. */
  private static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new LinkedHashMap<>();
    for (String section : Files.readString(REFERENCE).split("(?m)^##+ ", -1)) {
      String title = section.lines().findFirst().orElse("");
      assertThat(sections.put(title, section)).as("the section " + title).isNull();
    }
    return sections;
  }

  @ParameterizedTest
  @MethodSource("compared")
  void shouldAnswerAComparisonAlike(List<StoredRun> pair) throws Exception {
    String a = pair.getFirst().path().toString();
    String b = pair.getLast().path().toString();
    JsonNode json = shouldAnswerAlike("compare", a, b);

    assertThat(json.path("answer_kind")).isEqualTo(json.path("verdict"));
    String page = Files.readString(pair.getLast().path().resolve("comparison.html"));
    assertThat(headline(page)).isEqualTo(json.path("answer").asString());
  }

  static List<List<StoredRun>> comparedFleets() throws Exception {
    return pairs(of("fleet"));
  }

  @ParameterizedTest
  @MethodSource("comparedFleets")
  void shouldAnswerAComparisonOfFleetsAlike(List<StoredRun> pair) {
    String a = pair.getFirst().path().toString();
    shouldAnswerAlike("fleet", "compare", a, a);
  }

  @ParameterizedTest
  @MethodSource("measured")
  void shouldAnswerAnExplanationAlike(StoredRun run) {
    if (Explanations.of(run).isPresent() || Explanations.hasNothing(run.forks())) {
      shouldAnswerAlike("explain", run.path().toString());
    }
  }

  /** Nothing was answered: there is nothing to explain, and the answer of the load says why. */
  @Test
  void shouldExplainALoadWithoutAnswersByItsAnswer() throws Exception {
    StoredRun failed =
        of(LOAD).stream()
            .filter(run -> Explanations.hasNothing(run.forks()))
            .findFirst()
            .orElseThrow();
    JsonNode json = shouldAnswerAlike("explain", failed.path().toString());

    assertThat(json.path("answer_kind").asString()).isEqualTo("nothing_answered");
    assertThat(json.path("answer").asString())
        .isEqualTo(
            LoadAnswer.of(
                    LoadTestResult.read(failed, false),
                    NextCommands.after(failed.run().commandLine()))
                .sentence());
  }

  /** The kinds of what is walked, so that none gets lost. */
  @Test
  void shouldWalkEveryKindOfRun() throws Exception {
    assertThat(all())
        .extracting(run -> run.run().command())
        .contains(BENCH, LOAD, "study", "diagnose", "fleet", "demo");
    assertThat(compared()).anyMatch(pair -> pair.getFirst().run().command().equals("diagnose"));
    assertThat(comparedFleets()).isNotEmpty();
    List<StudyAnswer> first = new ArrayList<>();
    for (StoredRun study : of("study")) {
      first.add(Studies.answered(StoredStudy.read(study)).study().verdict().getFirst());
    }
    assertThat(first)
        .filteredOn(answer -> answer.verdict() != Verdict.INVALID)
        .filteredOn(answer -> !answer.figures().isEmpty())
        .hasSizeGreaterThan(first.size() / 2);
  }

  /** Terminal and JSON of a command; the object. */
  private static JsonNode shouldAnswerAlike(String... words) {
    List<String> asJson = new ArrayList<>(List.of(words));
    asJson.add("--json");
    JsonNode json = JSON.readTree(foliot(asJson.toArray(String[]::new)));

    String answer = json.path("answer").asString();
    assertThat(answer).isNotEmpty();
    shouldBeginWith(answer, foliot(words));
    json.path("answer_figures")
        .forEach(figure -> assertThat(answer).contains(figure.path("shown").asString()));
    return json;
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
