package dev.foliot.cli.runs;

import dev.foliot.cli.brief.ComparisonBrief;
import dev.foliot.cli.brief.StudyBrief;
import dev.foliot.cli.details.ComparisonTable;
import dev.foliot.cli.details.ProfileLine;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.ReportPage;
import dev.foliot.cli.json.AnswerJson;
import dev.foliot.cli.json.StudyJson;
import dev.foliot.cli.screen.Words;
import dev.foliot.diagnose.compare.DiagnosisComparer;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.compare.Gates;
import dev.foliot.judgement.compare.HistoryComparer;
import dev.foliot.judgement.compare.PairComparer;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.report.WatchReport;
import dev.foliot.store.Json;
import dev.foliot.store.RunLabel;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.BaselineRecord;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.study.StoredStudy;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.study.catalog.Studies;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code foliot compare}: is B worse than A, and can these forks tell? */
@Command(
    name = "compare",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description =
        "Compares the response times of two runs, or of two arms of one; or two diagnoses.",
    footer = {
      "",
      "A and B are runs (an id, a unique prefix, a name, a path, @1 for the latest) or",
      "files of baselines. Two diagnoses are compared by their findings. With --history, A is",
      "the name of runs, or what they measured, and the last of them is judged.",
      "",
      "Examples:",
      "  foliot compare @2 @1",
      "  foliot compare baseline.json @1 --fail-on worse",
      "  foliot compare com.example.MyTask --history 30d"
    })
public final class CompareCommand implements Callable<Integer> {
  private static final Pattern ARM = Pattern.compile("[0-9]{1,3}");
  private static final Pattern ARMS = Pattern.compile("([0-9]{1,3}),([0-9]{1,3})");

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "What is compared with; alone, a run of two arms.")
  private String a = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "What is judged.")
  private @Nullable String b;

  @Option(
      names = "--arms",
      paramLabel = "I,J",
      description =
          "Which arm of A and which of B, counted from 0, where runs have several; with --history"
              + " one.")
  private @Nullable String arms;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Which load, where runs have several.")
  private @Nullable String rate;

  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "Which arms, where runs have several: those with this parameter.")
  private Map<String, String> params = new LinkedHashMap<>();

  @Option(
      names = "--save-baseline",
      paramLabel = "FILE",
      description = "Also write B into a file, as the A of later comparisons.")
  private @Nullable Path baseline;

  @Option(
      names = "--history",
      paramLabel = "AGE",
      description =
          "Judge the last run called A by those before it, since the last change within this time,"
              + " as in 30d.")
  private @Nullable String history;

  @Mixin private final Judgement judgement = new Judgement();

  private final Foliot foliot;

  public CompareCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() {
    if (history != null) {
      return ofHistory(Moments.age("--history", history));
    }
    runs().stream()
        .filter(WatchReport::isFor)
        .findFirst()
        .ifPresent(run -> {
          throw FoliotException.usage(
              run.id()
                  + " is a watch, and has no forks: foliot explain "
                  + run.id()
                  + " says what"
                  + " happened");
        });
    Sides sides = new Sides(Store.open(foliot.store()), rate, params);
    StoredRun diagnosis = sides.diagnosis(a);
    if (diagnosis != null) {
      return diagnoses(sides, diagnosis);
    }
    StoredRun study = studyInPairs();
    if (study != null) {
      return inPairs(study);
    }
    BaselineRecord sideA = sides.find(a, arm(1));
    BaselineRecord sideB = sides.find(b == null ? a : b, arm(2));
    ComparisonRecord comparison = comparison(sideA, sideB);
    if (baseline != null) {
      Gates.refusal(sideB, comparison.decision().primary())
          .ifPresent(why -> {
            throw usage("no baseline was saved: " + why);
          });
      sideB.write(baseline);
      keep(baseline);
    }
    if (foliot.json() || foliot.details()) {
      show(comparison);
      if (!foliot.json()) {
        flames(sideA, sideB);
      }
    } else {
      brief(comparison);
    }
    return exitCode(comparison);
  }

  /** Judges the last run of a name, or a run, by those of the name before it. */
  private int ofHistory(Duration within) {
    if (b != null || baseline != null) {
      throw usage(
          "--history judges the last run of one name: leave out "
              + (b != null ? "B" : "--save-baseline"));
    }
    Store store = Store.open(foliot.store());
    List<StoredRun> all = store.runs();
    List<StoredRun> called = RunHistory.named(all, a);
    StoredRun judged =
        called.stream()
            .filter(run -> run.run().complete())
            .findFirst()
            .orElseGet(() -> store.find(a));
    List<StoredRun> runs =
        called.isEmpty() ? RunHistory.named(all, RunHistory.nameOf(judged)) : called;
    Sides sides = new Sides(store, rate, params);
    ComparisonRecord comparison =
        new HistoryComparer(judgement.comparer())
            .compare(
                runs,
                judged,
                sides.arm(judged.run(), oneArm()),
                sides.load(judged.run()),
                within,
                foliot.store());
    if (foliot.json() || foliot.details()) {
      show(comparison);
    } else {
      new ComparisonBrief(
              foliot.brief(), comparison, answer(comparison, List.of(judged), foliot.next()))
          .print(null, List.of());
    }
    return exitCode(comparison);
  }

  private @Nullable Integer oneArm() {
    if (arms != null && !ARM.matcher(arms).matches()) {
      throw usage("--arms takes one number with --history, as in 1, not " + arms);
    }
    return arms == null ? null : Integer.valueOf(arms);
  }

  /** Whether a run of pairs is to be judged by them. */
  private boolean isAlone() {
    return b == null && arms == null && !judgement.measures();
  }

  /** A study in pairs that is to be judged by them; otherwise null. */
  private @Nullable StoredRun studyInPairs() {
    if (!isAlone() || baseline != null || Sides.isBaseline(a)) {
      return null;
    }
    StoredRun stored = Store.open(foliot.store()).find(a);
    return stored.run().command().equals("study") && StudyFiles.study(stored).gate() != null
        ? stored
        : null;
  }

  /** Shows the answer of a study in pairs once more. */
  private int inPairs(StoredRun stored) {
    if (stored.state() == StoredRun.State.IN_PROGRESS) {
      throw usage(a + " is in progress: compare it when it is over");
    }
    StudyRecord study = Studies.answered(StoredStudy.read(stored)).study();
    NextCommands next = NextCommands.after(stored.run().commandLine());
    judgement.comparer();
    if (foliot.json()) {
      foliot.console().out().println(StudyJson.of(study, next, foliot.store(), null));
    } else {
      new StudyBrief(foliot.brief(), next)
          .print(
              study,
              stored.run(),
              null,
              ReportPage.beside(ReportPage.usual(stored), List.of(stored), foliot.store()));
    }
    List<String> failures =
        Studies.pairs(study).map(pairs -> judgement.failures(pairs.decision())).orElse(List.of());
    failures.forEach(line -> foliot.console().error(line));
    return study.validity().verdict() == Verdict.INVALID
        ? ExitCode.INVALID
        : failures.isEmpty() ? ExitCode.DONE : ExitCode.MISSED;
  }

  /** A run of pairs alone is judged by them. */
  private ComparisonRecord comparison(BaselineRecord sideA, BaselineRecord sideB) {
    if (isAlone()) {
      StoredRun stored = Store.open(foliot.store()).find(a);
      if (stored.run().gate() != null) {
        return PairComparer.compare(stored, foliot.store());
      }
    }
    return judgement.comparer().compare(sideA, sideB, foliot.store());
  }

  /** Notes at the run that a baseline was taken from it. */
  private void keep(Path file) {
    String ref = b == null ? a : b;
    if (!Sides.isBaseline(ref)) {
      StoredRun run = Store.open(foliot.store()).find(ref);
      RunLabel.of(run).baseline(file).write(run);
    }
  }

  private void brief(ComparisonRecord comparison) {
    List<StoredRun> runs = runs();
    boolean isUsual = arms == null && rate == null && params.isEmpty() && !judgement.measures();
    // the page of a run beside itself would be that of the run
    boolean isBesideItself = runs.size() == 1 && b != null;
    boolean hasPage = !runs.isEmpty() && isUsual && !isBesideItself;
    Path page = hasPage ? page(runs) : null;
    List<String> report = hasPage ? foliot.next().of(report(runs)) : List.of();
    new ComparisonBrief(foliot.brief(), comparison, answer(comparison, runs, foliot.next()))
        .print(page, report);
  }

  /** Both runs, or one of two arms; none where a side is a baseline. */
  private List<StoredRun> runs() {
    if (Sides.isBaseline(a) || (b != null && Sides.isBaseline(b))) {
      return List.of();
    }
    Store store = Store.open(foliot.store());
    StoredRun first = store.find(a);
    StoredRun second = b == null ? first : store.find(b);
    return first.id().equals(second.id()) ? List.of(first) : List.of(first, second);
  }

  private static ComparisonAnswer answer(
      ComparisonRecord comparison, List<StoredRun> runs, NextCommands commands) {
    return ComparisonAnswer.of(comparison, runs.stream().map(StoredRun::run).toList(), commands);
  }

  private @Nullable Path page(List<StoredRun> runs) {
    return ReportPage.beside(
        runs.getLast().path().resolve(ReportPage.COMPARISON_FILE), runs, foliot.store());
  }

  private static String[] report(List<StoredRun> runs) {
    List<String> words = new ArrayList<>(List.of("report"));
    runs.forEach(run -> words.add(run.id()));
    return words.toArray(String[]::new);
  }

  /** Where the flame graphs are, of runs that have some; a baseline has none. */
  private void flames(BaselineRecord sideA, BaselineRecord sideB) {
    boolean isProfiled =
        sideA.environment().containsKey(ProfileLine.CONDITION)
            && sideB.environment().containsKey(ProfileLine.CONDITION);
    if (!isProfiled || Sides.isBaseline(a) || (b != null && Sides.isBaseline(b))) {
      return;
    }
    String refs = b == null || b.equals(a) ? Words.shown(a) : Words.shown(a + " " + b);
    foliot.console().out().println();
    foliot
        .console()
        .out()
        .println("flame graphs of both and their difference: foliot report " + refs);
  }

  private int diagnoses(Sides sides, StoredRun sideA) {
    if (b == null) {
      throw usage(a + " is a diagnosis: name a second one to compare it with");
    }
    StoredRun sideB = sides.diagnosis(b);
    if (sideB == null) {
      throw usage(a + " is a diagnosis and " + b + " is none: the two have nothing in common");
    }
    if (arms != null
        || rate != null
        || !params.isEmpty()
        || baseline != null
        || judgement.measures()) {
      throw usage(
          "--arms, --rate, --param, --primary, --margin and --save-baseline go not with diagnoses:"
              + " they have no response times");
    }
    judgement.comparer();
    ComparisonRecord comparison = DiagnosisComparer.compare(sideA, sideB, foliot.store());
    if (foliot.json() || foliot.details()) {
      show(comparison);
    } else {
      brief(comparison);
    }
    return exitCode(comparison);
  }

  private void show(ComparisonRecord comparison) {
    if (foliot.json()) {
      foliot
          .console()
          .out()
          .println(
              Json.text(
                  AnswerJson.with(
                      comparison,
                      answer(comparison, history == null ? runs() : List.of(), foliot.next()))));
    } else {
      new ComparisonTable(foliot.console().out()).print(comparison);
    }
  }

  private int exitCode(ComparisonRecord comparison) {
    if (comparison.validity().verdict() == Verdict.INVALID) {
      return ExitCode.INVALID;
    }
    judgement.warnings(List.of(comparison)).forEach(line -> foliot.console().error(line));
    List<String> failures = judgement.failures(List.of(comparison));
    failures.forEach(line -> foliot.console().error(line));
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.MISSED;
  }

  private @Nullable Integer arm(int group) {
    if (!params.isEmpty() && (arms != null || b == null)) {
      throw usage("--param chooses the arm of two runs: name both runs, and leave out --arms");
    }
    if (arms == null) {
      if (b == null) {
        return twoArms(group);
      }
      return null;
    }
    var matcher = ARMS.matcher(arms);
    if (!matcher.matches()) {
      throw usage("--arms takes two numbers, as in 0,1, not " + arms);
    }
    return Integer.valueOf(matcher.group(group));
  }

  /** A run alone is its own second side. */
  private int twoArms(int group) {
    if (Sides.isBaseline(a)) {
      throw usage(a + " is a baseline: name a run to compare with it");
    }
    RunRecord run = Store.open(foliot.store()).find(a).run();
    int count = run.arms().size();
    if (count == 1) {
      throw usage(a + " has one arm: name a second run to compare it with");
    }
    if (count > 2) {
      throw usage(
          "%s has %d arms%s: say which two with --arms, as in 0,1"
              .formatted(a, count, Sides.params(run)));
    }
    return group - 1;
  }

  private static FoliotException usage(String message) {
    return new FoliotException(FoliotException.Cause.USAGE, message);
  }
}
