package dev.foliot.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.Store;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.Reasons;
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
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
 * Runs of every kind as the version before reason codes wrote them, and what that version said of
 * them. They stay as they are, and every later version opens them and says the same.
 */
class GoldenRunsTest {
  private static final String FOLDER = GoldenRuns.FOLDER;
  private static final JsonMapper JSON = new JsonMapper();

  /** What that version did not write, and what later ones word otherwise. */
  private static final Set<String> LATER = Set.of("size_bytes", "reasons", "sustained");

  /** A number, and its unit where it has one that may be another today. */
  private static final Pattern NUMBER =
      Pattern.compile("(\\d[\\d,]*(?:\\.\\d+)?)(?: (ns|us|ms|s|B|kB|MB|GB)\\b)?");

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
        Foliot.execute(all.toArray(String[]::new), new Console(stream(out), stream(err), false));
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
      if (object.path("reasons") instanceof ArrayNode texts) {
        object.set("reasons", codes(texts, object.path("reason_codes")));
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

  private static ArrayNode codes(ArrayNode texts, JsonNode codes) {
    ArrayNode result = JSON.createArrayNode();
    if (codes instanceof ArrayNode today) {
      // what another program says has no code of ours
      today.forEach(code -> result.add(code.path("code").asString("").replace("PLAIN", "")));
    } else {
      List<String> all = new ArrayList<>();
      texts.forEach(text -> all.add(text.asString()));
      Reasons.ofTexts(all).forEach(reason -> result.add(reason.code()));
    }
    return result;
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

  /**
   * The answers that the version then stored, and those that today's code finds in its figures: the
   * same words and numbers, of which each may have other digits and another unit.
   */
  @Test
  void shouldAnswerEachStudyAgainAsThen() {
    List<StoredStudy> studies =
        Store.open(store).runs().stream()
            .filter(run -> run.run().command().equals("study"))
            .map(StoredStudy::read)
            .toList();

    assertThat(studies).hasSizeGreaterThanOrEqualTo(8);
    for (StoredStudy study : studies) {
      String then = text(study.study().verdict());
      String today = text(Studies.answered(study).study().verdict());
      assertThat(today.replaceAll(NUMBER.pattern(), "#"))
          .as(study.run().id())
          .isEqualTo(then.replaceAll(NUMBER.pattern(), "#"));
      assertSameNumbers(then, today);
    }
  }

  private static String text(List<StudyAnswer> answers) {
    return answers.stream().map(StudyAnswer::toString).collect(joining("\n"));
  }

  private static void assertSameNumbers(String then, String today) {
    List<MatchResult> old = NUMBER.matcher(then).results().toList();
    List<MatchResult> found = NUMBER.matcher(today).results().toList();
    assertThat(found).hasSameSizeAs(old);
    for (int i = 0; i < old.size(); i++) {
      assertThat(value(found.get(i)))
          .as("%s and %s", old.get(i).group(), found.get(i).group())
          .isCloseTo(value(old.get(i)), within(halfADigit(old.get(i)) + halfADigit(found.get(i))));
    }
  }

  private static double value(MatchResult number) {
    return Double.parseDouble(number.group(1).replace(",", "")) * unit(number);
  }

  private static double halfADigit(MatchResult number) {
    int decimals =
        number.group(1).length() - number.group(1).replaceAll("\\.\\d*", "").length() - 1;
    return 0.5001 * Math.pow(10, -Math.max(0, decimals)) * unit(number);
  }

  private static double unit(MatchResult number) {
    return switch (Objects.requireNonNullElse(number.group(2), "")) {
      case "us", "kB" -> 1e3;
      case "ms", "MB" -> 1e6;
      case "s", "GB" -> 1e9;
      default -> 1;
    };
  }
}
