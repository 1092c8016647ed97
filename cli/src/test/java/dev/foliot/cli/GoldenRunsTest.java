package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.cli.screen.Console;
import dev.foliot.stats.ArmComparison;
import dev.foliot.store.Store;
import dev.foliot.store.Verdict;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.answer.StudyFigures;
import dev.foliot.study.catalog.Studies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs of every kind, and the verdicts and figures that were found in them first. They stay as they
 * are, and every later version opens them and finds the same.
 */
class GoldenRunsTest {
  private static final String FOLDER = GoldenRuns.FOLDER;
  private static final JsonMapper JSON = new JsonMapper();

  /** What that version did not write, and what later ones word otherwise. */
  private static final Set<String> LATER =
      Set.of(
          "size_bytes",
          "reasons",
          "sustained",
          "answer",
          "answer_kind",
          "answer_figures",
          "next_command");

  @TempDir private static Path store;
  @TempDir private Path scratch;

  @BeforeAll
  static void unzip() throws Exception {
    GoldenRuns.unzip(store);
  }

  static List<String> runs() throws IOException {
    try (InputStream in = GoldenRunsTest.class.getResourceAsStream(FOLDER + "expected/runs.json")) {
      List<String> runs = new ArrayList<>();
      JSON.readTree(Objects.requireNonNull(in))
          .path("runs")
          .forEach(run -> runs.add(run.path("id").asString()));
      return runs;
    }
  }

  private static String foliot(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--store", store.toString()));
    int code =
        Commands.execute(all.toArray(String[]::new), new Console(stream(out), stream(err), false));
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String expected(String name) throws IOException {
    try (InputStream in = GoldenRunsTest.class.getResourceAsStream(FOLDER + "expected/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What that version knew, and where the store was then; reasons are their codes. */
  private static JsonNode asThen(String json) {
    return asThen(JSON.readTree(json.replace(store.toString(), "/store")));
  }

  private static JsonNode asThen(JsonNode json) {
    if (json instanceof ObjectNode object) {
      if (object.path("reasons") instanceof ArrayNode) {
        ArrayNode codes = JSON.createArrayNode();
        object.path("reason_codes").forEach(code -> codes.add(code.path("code").asString()));
        object.set("reasons", codes);
      }
      object.remove("sustained");
      for (String name : new TreeSet<>(object.propertyNames())) {
        if (name.endsWith("_codes") || name.endsWith("_code") || LATER.contains(name)) {
          object.remove(name);
        } else {
          asThen(object.path(name));
        }
      }
    } else if (json instanceof ArrayNode array) {
      array.forEach(GoldenRunsTest::asThen);
    }
    return json;
  }

  @Test
  void shouldListThemWithTheSameVerdicts() throws IOException {
    assertThat(asThen(foliot("runs", "--json"))).isEqualTo(asThen(expected("runs.json")));
  }

  @ParameterizedTest
  @CsvSource({
    "compare-saturated.json, 20261126-133210-dkf2, 20261126-133210-dkf2, ",
    "compare-sweep.json, 20261126-133153-ftz7, 20261126-133153-ftz7, 5k/s",
    "compare-diagnoses.json, 20261126-134002-ehsr, 20261126-134016-awkb, "
  })
  void shouldCompareThemWithTheSameResult(String name, String a, String b, @Nullable String rate)
      throws IOException {
    String comparison =
        rate == null
            ? foliot("compare", a, b, "--json")
            : foliot("compare", a, b, "--rate", rate, "--json");

    assertThat(asThen(comparison)).isEqualTo(asThen(expected(name)));
  }

  @Test
  void shouldExportTheSameFigures() throws IOException {
    assertThat(foliot("export", "20261126-133153-ftz7", "--format", "csv"))
        .isEqualTo(expected("export-sweep.csv"));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldReportEach(String run) throws IOException {
    Path page = scratch.resolve("page.html");

    foliot("report", run, "--output", page.toString());

    assertThat(Files.readString(page)).contains("</html>").contains(run);
  }

  /** The answers that are stored are those that today's code finds in the stored figures. */
  @Test
  void shouldAnswerEachStudyAgainWithTheSameAnswers() {
    List<StoredStudy> studies = studies();

    assertThat(studies).hasSizeGreaterThanOrEqualTo(8);
    for (StoredStudy study : studies) {
      assertThat(Studies.answered(study).study().verdict().stream().map(GoldenRunsTest::words))
          .as(study.run().id())
          .containsExactlyElementsOf(study.study().verdict());
    }
  }

  /** Without the figures, which that version did not store. */
  private static StudyAnswer words(StudyAnswer answer) {
    return new StudyAnswer(
        answer.question(),
        answer.headline(),
        answer.answer(),
        answer.evidence(),
        answer.verdict(),
        answer.forks(),
        List.of());
  }

  /** The figures of the forks that are left are those of then. */
  @Test
  void shouldLeaveForksOfScalingOutThatNeverGotSteady() {
    StoredStudy stored =
        studies().stream()
            .filter(study -> study.run().id().equals("20261126-133431-fv1m"))
            .findFirst()
            .orElseThrow();
    StudyAnswer today = Studies.answered(stored).study().verdict().getFirst();

    assertThat(today.evidence())
        .contains("825", "947", "831")
        .doesNotContain("1,562", "602", "475");
    assertThat(today.verdict()).isEqualTo(Verdict.SUSPECT);
  }

  private static List<StoredStudy> studies() {
    return Store.open(store).runs().stream()
        .filter(run -> run.run().command().equals("study"))
        .map(StoredStudy::read)
        .toList();
  }

  /** Full throughput, and the time to it, by the forks of each golden ramp-up. */
  @ParameterizedTest
  @CsvSource({
    "20261126-133222-12r1, 2, VALID, virtual, 835, 0.7",
    "20261126-133222-12r1, 2, VALID, adaptive, 300, ",
    "20261126-133632-4ykx, 8, VALID, virtual, 838, 0.45",
    "20261126-133632-4ykx, 8, VALID, adaptive, 150, ",
    "20261126-134017-5d56, 3, VALID, virtual, 904, 0.8",
    "20261126-134017-5d56, 3, VALID, fixed:50, 246, ",
    "20261126-134017-5d56, 3, VALID, adaptive, 80, ",
  })
  void shouldFindTheSamePlateaus(
      String run,
      int forks,
      Verdict verdict,
      String arm,
      double perS,
      @Nullable Double fullAfterS) {
    StoredStudy stored =
        studies().stream().filter(one -> one.run().id().equals(run)).findFirst().orElseThrow();
    StudyRecord study = Studies.answered(stored).study();
    StudyFigures figures = new StudyFigures(study, stored.courses());

    assertThat(study.verdict().getFirst().forks()).isEqualTo(forks);
    assertThat(study.verdict().getFirst().verdict()).isEqualTo(verdict);
    assertThat(figures.at(0, Metric.PLATEAU).median(arm)).isCloseTo(perS, within(0.5));
    ArmComparison times = figures.at(0, Metric.TIME_TO_FULL);
    assertThat(times.has(arm)).isEqualTo(fullAfterS != null);
    if (fullAfterS != null) {
      assertThat(times.median(arm)).isCloseTo(fullAfterS, within(0.051));
    }
  }
}
