package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.brief.BenchBrief;
import dev.foliot.cli.brief.DemoBrief;
import dev.foliot.cli.brief.DiagnosisBrief;
import dev.foliot.cli.brief.FleetBrief;
import dev.foliot.cli.brief.StudyBrief;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Ink;
import dev.foliot.judgement.answer.FleetAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.search.LatencyObjective;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.store.fleet.FleetRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.catalog.Studies;
import dev.foliot.study.joint.JointAnswers;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * The default output of every command: at most 25 lines beside the rows of its table, none longer
 * than 100 columns, and every command in it can be run as it stands.
 */
class DefaultOutputTest {
  private static final int MOST_LINES = 25;
  private static final int MOST_COLUMNS = 100;
  private static final Path PAGE = Path.of("/tmp/foliot/20261126-110724-0w67/report.html");
  private static final List<String> ASKED =
      List.of(
          "foliot",
          "bench",
          "dev.foliot.samples.Lesson02_QueueHop",
          "--rate",
          "40k/s",
          "--classpath=target/a b",
          "--details");

  @TempDir private static Path folder;
  private static Path store;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeAll
  static void unzip() throws Exception {
    store = folder.resolve("s");
    GoldenRuns.unzip(store);
  }

  static Stream<String> runs() throws Exception {
    if (store == null) {
      unzip();
    }
    return Store.open(store).runs().stream().map(StoredRun::id);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldBeShortForARunOfEveryKind(String id) {
    StoredRun run = Store.open(store).find(id);

    print(run, Ink.PLAIN);

    assertShort(text(), rows(run));
    assertCommandsParse(text());
    assertThat(text()).contains("page  ", "next  ");
    if (System.getenv("FOLIOT_SHOW") != null) {
      System.out.println(text());
    }
  }

  @ParameterizedTest
  @MethodSource("runs")
  void shouldSayTheSameInColour(String id) {
    StoredRun run = Store.open(store).find(id);
    print(run, Ink.PLAIN);
    String plain = text();
    out.reset();

    print(run, Ink.COLOUR);

    assertThat(text()).contains("\u001b[1m").contains("\u001b[2mpage\u001b[0m");
    assertThat(text().replaceAll("\u001b\\[[0-9]*m", "")).isEqualTo(plain);
  }

  @Test
  void shouldBeShortForSeveralStudies() {
    List<StoredStudy> studies =
        Store.open(store).runs().stream()
            .filter(run -> run.run().command().equals("study"))
            .map(StoredStudy::read)
            .filter(study -> Studies.of(study.study()).isPresent())
            .map(Studies::answered)
            .toList();
    List<StudyRecord> records = studies.stream().map(StoredStudy::study).toList();

    new StudyBrief(brief(Ink.PLAIN), next()).print(records, JointAnswers.of(studies), PAGE);

    assertShort(text(), records.size());
    assertCommandsParse(text());
  }

  @Test
  void shouldBeShortForComparisons() {
    for (List<String> words :
        List.of(
            List.of("compare", GoldenRuns.BENCH_SATURATED, GoldenRuns.BENCH_SATURATED),
            List.of("compare", GoldenRuns.BENCH_SWEEP, GoldenRuns.BENCH_SWEEP, "--rate", "5k/s"),
            List.of("compare", GoldenRuns.DIAGNOSIS, GoldenRuns.DIAGNOSIS_OF_OTHER))) {
      out.reset();
      assertThat(run(words)).as("%s", words).isIn(0, 5);
      assertShort(text(), 6);
      assertCommandsParse(text());
    }
  }

  @Test
  void shouldBeShortForListsAndTheDoctor() {
    for (List<String> words :
        List.of(List.of("runs"), List.of("doctor"), List.of("report", GoldenRuns.BENCH_SWEEP))) {
      out.reset();
      assertThat(run(words)).as("%s", words).isZero();
      assertShort(text(), words.contains("report") ? 0 : 20);
      assertCommandsParse(text());
    }
  }

  private void print(StoredRun stored, Ink ink) {
    RunRecord run = stored.run();
    Brief brief = brief(ink);
    if (DiagnosisFiles.isDiagnosis(stored)) {
      new DiagnosisBrief(
              brief, DiagnosisFiles.diagnosis(stored), Map.of(), nextOf("diagnose", "4711"))
          .print(true);
    } else if (FleetFiles.isFleet(stored)) {
      FleetRecord fleet = FleetFiles.fleet(stored);
      new FleetBrief(brief, fleet, FleetAnswer.of(fleet, next(), true), next()).print(PAGE, true);
    } else if (DemoFiles.isDemo(stored)) {
      new DemoBrief(brief, DemoFiles.demo(stored), next()).print(PAGE);
    } else if (run.command().equals("study")) {
      StudyRecord study = Studies.answered(StoredStudy.read(stored)).study();
      new StudyBrief(brief, next()).print(study, run, null, PAGE);
    } else {
      BenchResult result = new BenchResult(run, stored.forks(), stored.path(), false);
      new BenchBrief(brief, result, List.of(), null, next()).print(PAGE);
    }
  }

  /** How many rows its table has. */
  private static int rows(StoredRun stored) {
    if (stored.run().command().equals("study")) {
      StudyRecord study = StoredStudy.read(stored).study();
      return study.arms().size() * study.steps().size();
    }
    return DemoFiles.isDemo(stored)
        ? 0
        : Math.max(stored.run().loads().size(), stored.run().summary().size());
  }

  private static void assertShort(String text, int rows) {
    assertThat(text.lines().toList()).as(text).hasSizeLessThanOrEqualTo(MOST_LINES + rows);
    assertThat(text.lines())
        .as(text)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MOST_COLUMNS));
  }

  /** Takes every command after a label, and parses it as the command line would. */
  private static void assertCommandsParse(String text) {
    String joined = text.replaceAll(" \\\\\n +", " ");
    List<String> commands =
        joined
            .lines()
            .filter(line -> line.matches("(next|page) +foliot .*"))
            .map(line -> line.replaceFirst("^\\w+ +foliot ", ""))
            .toList();
    for (String command : commands) {
      List<String> words = words(command.replace("PID", "4711"));
      Console console = new Console(nowhere(), nowhere(), false);
      CommandLine.ParseResult parsed =
          Commands.line(words.toArray(String[]::new), console)
              .parseArgs(words.toArray(String[]::new));
      assertThat(parsed.hasSubcommand()).as(command).isTrue();
      int promise = words.indexOf("--find-rate");
      if (promise >= 0) {
        assertThat(LatencyObjective.parse(words.get(promise + 1)).percentile()).startsWith("p");
      }
    }
  }

  /** As a shell takes them apart, quotes and all. */
  private static List<String> words(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < command.length(); i++) {
      char c = command.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (c == ' ' && !quoted) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    words.add(word.toString());
    return words;
  }

  private static NextCommands next() {
    return new NextCommands(ASKED, null);
  }

  private static NextCommands nextOf(String... words) {
    List<String> all = new ArrayList<>(List.of("foliot"));
    all.addAll(List.of(words));
    return new NextCommands(all, Path.of("a store"));
  }

  private Brief brief(Ink ink) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Brief(new Console(stream, stream, false, ink, null));
  }

  private int run(List<String> words) {
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--store", store.toString()));
    Console console =
        new Console(new PrintStream(out, true, StandardCharsets.UTF_8), nowhere(), false);
    return Commands.execute(all.toArray(String[]::new), console);
  }

  private static PrintStream nowhere() {
    return new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }
}
