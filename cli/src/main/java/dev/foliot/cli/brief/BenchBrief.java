package dev.foliot.cli.brief;

import dev.foliot.benchrun.BenchAnswer;
import dev.foliot.benchrun.BenchResult;
import dev.foliot.benchrun.Sweep;
import dev.foliot.benchrun.TriedRate;
import dev.foliot.cli.details.ExplanationLine;
import dev.foliot.cli.details.JvmLines;
import dev.foliot.cli.details.ProfileLine;
import dev.foliot.cli.screen.ArmNames;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.Arm;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bench in a few lines: one load, several JDKs or parameters, several rates, or a search for a
 * rate. Long, since each has an answer and a table of its own.
 */
public final class BenchBrief {
  private static final String MAX = "max";
  private static final String PRIMARY = "p99";
  private static final String PROBE = "probe ";

  /** More answers than these nobody reads. */
  private static final int MOST_KNEES = 5;

  private static final int LONGEST_CELL = 24;

  private static final double SECOND_NS = 1e9;
  private static final long LONGEST_S = 600;
  private static final int FEWEST_FORKS = 5;
  private static final int MOST_FORKS = 100;
  private static final String REDACTED = "***";

  /** They say how often and what to compare with, not what is measured. */
  private static final Set<String> OF_ONE_RUN =
      Set.of(
          "--rate",
          "--forks",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--against",
          "--primary",
          "--margin",
          "--fail-on",
          "--name");

  private final Brief brief;
  private final BenchResult result;
  private final List<ComparisonRecord> compared;
  private final @Nullable ExplanationRecord explanation;
  private final NextCommands next;

  /**
   * @param compared with older runs, and later arms with the first
   * @param explanation why the slow messages were slow; null if unknown
   */
  public BenchBrief(
      Brief brief,
      BenchResult result,
      List<ComparisonRecord> compared,
      @Nullable ExplanationRecord explanation,
      NextCommands next) {
    this.brief = brief;
    this.result = result;
    this.compared = List.copyOf(compared);
    this.explanation = explanation;
    this.next = next;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where it could not be written
   */
  public void print(@Nullable Path page) {
    RunRecord run = result.run();
    RateSearch search = run.rateSearch();
    if (search != null) {
      search(search);
    } else if (run.loads().size() > 1) {
      sweep();
    } else if (run.combinations().size() > 1) {
      combinations();
    } else {
      oneLoad();
    }
    brief.validity(forks(), "fork");
    JvmLines.of(run, result.forks()).forEach(brief::line);
    if (explanation != null) {
      ExplanationLine.of(explanation).ifPresent(line -> brief.line("slow", line));
      ExplanationLine.likely(explanation).ifPresent(line -> brief.line("likely", line, 2));
    }
    ProfileLine.of(run).ifPresent(line -> brief.line("profile", line));
    brief.page(page, next.of("report", "@1"));
    brief.next(nextCommand());
  }

  private Map<String, Validity> forks() {
    Map<String, Validity> forks = new LinkedHashMap<>();
    for (int i = 0; i < result.forks().size(); i++) {
      forks.put("fork " + (i + 1), result.forks().get(i).validity());
    }
    return forks;
  }

  private void oneLoad() {
    List<Arm> arms = result.run().arms();
    brief.answer(
        arms.size() == 1
            ? BenchAnswer.of(result.run(), result.forks(), 0, 0).text()
            : answerOfArms(),
        3);
    comparisons();
    List<String> heads = new ArrayList<>(List.of(""));
    heads.addAll(percentiles());
    if (result.forks().size() > arms.size()) {
      heads.add("|" + range());
    }
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < arms.size(); arm++) {
      rows(table, arm);
    }
    brief.table(table);
    if (table.isEmpty()) {
      brief.gap();
    }
  }

  /** The heads of the percentiles and of the greatest. */
  private List<String> percentiles() {
    List<String> heads =
        new ArrayList<>(
            result.run().shownPercentiles().stream().map(Numbers::percentileName).toList());
    heads.add(MAX);
    return heads;
  }

  private void comparisons() {
    compared.stream()
        .limit(2)
        .forEach(comparison -> brief.also(ComparisonBrief.sentence(comparison), 2));
    if (compared.size() > 2) {
      brief.also((compared.size() - 2) + " more comparisons: --details", 1);
    }
  }

  /** A row for each combination of the task's parameters. */
  private void combinations() {
    RunRecord run = result.run();
    List<List<Integer>> byJdk = ArmNames.byJdk(run);
    for (List<Integer> arms : byJdk) {
      String of = byJdk.size() == 1 ? "" : jdk(arms.getFirst()) + ": ";
      brief.answer(of + BenchAnswer.ofCombinations(run, result.forks(), arms).text(), 3);
    }
    comparisons();
    List<String> heads = new ArrayList<>();
    run.varyingParams().forEach(name -> heads.add("<" + Shown.text(name, LONGEST_CELL)));
    if (byJdk.size() > 1) {
      heads.add("<JDK");
    }
    ofCombinations().forEach(name -> heads.add(Numbers.percentileName(name)));
    heads.addAll(List.of(MAX, "achieved", "<valid", "|" + range()));
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < run.arms().size(); arm++) {
      table.row(combination(arm, byJdk.size() > 1));
    }
    brief.table(table);
  }

  private List<String> combination(int arm, boolean tellsJdk) {
    RunRecord run = result.run();
    Map<String, String> params = run.arms().get(arm).params();
    Sweep.Point point = Sweep.of(run, result.forks(), arm).points().getFirst();
    List<String> row = new ArrayList<>();
    run.varyingParams()
        .forEach(name -> row.add(Shown.text(params.getOrDefault(name, ""), LONGEST_CELL)));
    if (tellsJdk) {
      row.add(jdk(arm));
    }
    for (String name : ofCombinations()) {
      row.add(median(point.response().get(name)));
    }
    Spread max = point.response().get(MAX);
    row.add(Numbers.durationOrNone(max == null ? null : max.max()));
    row.add(point.forks() == 0 ? "-" : Numbers.rate(point.achievedPerS()));
    long valid =
        result.forks().stream()
            .filter(fork -> fork.place().arm() == arm)
            .filter(fork -> fork.validity().verdict() == Verdict.VALID)
            .count();
    row.add(point.isSaturated() ? "SATURATED" : valid + " of " + point.forks());
    row.add(range(point.response().get(PRIMARY)));
    return row;
  }

  private List<String> ofCombinations() {
    List<String> asked = result.run().percentiles();
    return asked.isEmpty() ? List.of("p50", PRIMARY, "p99_9") : asked;
  }

  private String jdk(int arm) {
    return Shown.text(result.run().arms().get(arm).jdkVersion(), LONGEST_CELL);
  }

  private String range() {
    return PRIMARY + (hasIntervals() ? ", 95 % interval" : " of all forks");
  }

  private boolean hasIntervals() {
    Spread spread = response(0).get(PRIMARY);
    return spread != null && spread.low() != null;
  }

  private void rows(TextTable table, int arm) {
    String prefix = prefix(arm);
    String suffix = result.run().arms().size() == 1 ? "" : ", " + Words.shown(armName(arm));
    result
        .run()
        .summary()
        .forEach((kind, spreads) -> {
          String name = kind.startsWith(prefix) ? name(kind.substring(prefix.length())) : null;
          if (name != null) {
            List<String> row = new ArrayList<>(List.of(name + suffix));
            result.run().shownPercentiles().forEach(one -> row.add(median(spreads.get(one))));
            Spread max = spreads.get(MAX);
            row.add(Numbers.durationOrNone(max == null ? null : max.max()));
            if (result.forks().size() > result.run().arms().size()) {
              row.add(range(spreads.get(PRIMARY)));
            }
            table.row(row);
          }
        });
  }

  private static @Nullable String name(String kind) {
    return switch (kind) {
      case "response", "service" -> kind;
      case "lag", "backlog", "lateness", "jitter" -> null;
      default -> kind.startsWith(PROBE) ? "  " + Words.shown(kind.substring(PROBE.length())) : null;
    };
  }

  private static String median(@Nullable Spread spread) {
    return Numbers.durationOrNone(spread == null ? null : spread.median());
  }

  private static String range(@Nullable Spread spread) {
    if (spread == null || spread.median() == null) {
      return "-";
    }
    boolean hasInterval = spread.low() != null;
    return Numbers.durationOrNone(hasInterval ? spread.low() : spread.min())
        + " to "
        + Numbers.durationOrNone(hasInterval ? spread.high() : spread.max());
  }

  private String prefix(int arm) {
    return result.run().arms().size() < 2 ? "" : "arm " + arm + " ";
  }

  private Map<String, Spread> response(int arm) {
    return summary(arm, "response");
  }

  private Map<String, Spread> summary(int arm, String kind) {
    return result.run().summary().getOrDefault(prefix(arm) + kind, Map.of());
  }

  private String armName(int arm) {
    return ArmNames.of(result.run(), arm);
  }

  private @Nullable Long value(int arm, String kind, String percentile) {
    Spread spread = summary(arm, kind).get(percentile);
    return spread == null ? null : spread.median();
  }

  private static String about(double perS) {
    return Numbers.significant(perS, 3) + "/s";
  }

  private String answerOfArms() {
    boolean isClosed = result.run().load().isClosed();
    List<String> each = new ArrayList<>();
    for (int arm = 0; arm < result.run().arms().size(); arm++) {
      Sweep.Point point = Sweep.of(result.run(), result.forks(), arm).points().getFirst();
      each.add(
          point.isSaturated() || isClosed
              ? Words.shown(armName(arm)) + " sustains " + about(point.achievedPerS())
              : Numbers.durationOrNone(value(arm, "response", PRIMARY))
                  + " on "
                  + Words.shown(armName(arm)));
    }
    return (isClosed ? "At " : "p99 at ")
        + result.run().load().rateText()
        + ": "
        + Numbers.and(each)
        + ".";
  }

  private void sweep() {
    List<Arm> arms = result.run().arms();
    List<Sweep> sweeps = new ArrayList<>();
    for (int arm = 0; arm < arms.size(); arm++) {
      sweeps.add(Sweep.of(result.run(), result.forks(), arm));
      if (arm < MOST_KNEES) {
        brief.answer((arms.size() < 2 ? "" : armName(arm) + ": ") + knee(sweeps.get(arm)), 2);
      }
    }
    if (arms.size() > MOST_KNEES) {
      brief.also((arms.size() - MOST_KNEES) + " more: --details", 1);
    }
    List<String> heads = new ArrayList<>(List.of("asked", "done"));
    heads.addAll(percentiles());
    heads.add("<");
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < arms.size(); arm++) {
      String of = arms.size() < 2 ? "" : armName(arm);
      sweeps.get(arm).points().forEach(point -> row(table, point, of));
    }
    brief.table(table);
  }

  private void row(TextTable table, Sweep.Point point, String arm) {
    List<String> row = new ArrayList<>();
    row.add(Numbers.rate(point.load().ratePerS()));
    row.add(point.forks() == 0 ? "-" : Numbers.rate(point.achievedPerS()));
    for (String name : result.run().shownPercentiles()) {
      row.add(median(point.response().get(name)));
    }
    Spread max = point.response().get(MAX);
    row.add(Numbers.durationOrNone(max == null ? null : max.max()));
    List<String> notes = new ArrayList<>();
    if (!arm.isEmpty()) {
      notes.add(Words.shown(arm));
    }
    if (point.saturated() > 0) {
      notes.add(
          point.saturated() == point.forks()
              ? "SATURATED"
              : "SATURATED in " + point.saturated() + " of " + point.forks());
    } else if (point.verdict() != Verdict.VALID) {
      notes.add(point.forks() == 0 ? "no fork" : point.verdict().toString());
    }
    row.add(String.join(", ", notes));
    table.row(row);
  }

  private static String knee(Sweep sweep) {
    List<Sweep.Point> points = sweep.points();
    int before = sweep.knee().knee().ratesBefore();
    String percentile = Numbers.percentileName(sweep.knee().percentile());
    return switch (sweep.knee().knee().end()) {
      case SATURATED, DOUBLED ->
          before == 0
              ? "The lowest rate, " + rate(points.getFirst()) + ", is SATURATED: sweep lower rates."
              : "The knee is at "
                  + rate(points.get(before - 1))
                  + ": above it the task saturates, or "
                  + percentile
                  + " is more than twice its value at "
                  + rate(points.getFirst())
                  + ".";
      case NO_MORE_RATES ->
          "No knee up to "
              + rate(points.getLast())
              + ": "
              + percentile
              + " stays below twice its value at "
              + rate(points.getFirst())
              + ".";
      case UNKNOWN ->
          "Nothing is known of a knee: no fork at " + rate(points.get(before)) + " counts.";
    };
  }

  private static String rate(Sweep.Point point) {
    return Numbers.rate(point.load().ratePerS());
  }

  private void search(RateSearch search) {
    brief.answer(Words.shown(search.answer()), 3);
    TextTable table =
        new TextTable(
            "asked",
            "held",
            "broke",
            "inconclusive",
            "median " + Numbers.percentileName(search.percentile()));
    for (TriedRate tried : TriedRate.of(result.run(), result.forks())) {
      Double median = tried.medianNs();
      table.row(
          Numbers.rate(tried.load().ratePerS()),
          Integer.toString(tried.held()),
          Integer.toString(tried.broke()),
          Integer.toString(tried.silent()),
          median == null ? "-" : Numbers.duration(median));
    }
    brief.table(table);
  }

  private List<String> nextCommand() {
    RunRecord run = result.run();
    if (run.validity().verdict() == Verdict.INVALID) {
      return next.of("doctor");
    }
    RateSearch search = run.rateSearch();
    if (search != null) {
      Double rate = search.ratePerS();
      return rate == null
          ? next.of("report", "@1")
          : next.again(OF_ONE_RUN, "--rate", wholeRate(rate));
    }
    if (run.load().isClosed()) {
      return next.again(OF_ONE_RUN, "--rate", "auto");
    }
    if (run.combinations().size() > 1) {
      return nextOfCombinations();
    }
    if (run.loads().size() > 1 || isSaturated()) {
      return next.again(OF_ONE_RUN, "--find-rate", "p99<1ms");
    }
    Long p99 = value(0, "response", PRIMARY);
    return p99 == null
        ? next.again(Set.of("--duration", "--name"), "--duration", longer())
        : next.again(OF_ONE_RUN, "--find-rate", "p99<" + limit(p99));
  }

  /** More forks where these do not decide, else a search with the last combination. */
  private List<String> nextOfCombinations() {
    RunRecord run = result.run();
    List<List<Integer>> byJdk = ArmNames.byJdk(run);
    int forks = result.forks().size() / (run.arms().size() * run.loads().size());
    if (run.loads().size() == 1
        && BenchAnswer.ofCombinations(run, result.forks(), byJdk.getFirst()).kind()
            == BenchAnswer.Kind.INCONCLUSIVE) {
      return next.again(
          Set.of("--forks", "--name"),
          "--forks",
          Integer.toString(Math.clamp(2L * forks, FEWEST_FORKS, MOST_FORKS)));
    }
    int last = byJdk.getFirst().getLast();
    Map<String, String> params = run.arms().get(last).params();
    if (byJdk.size() > 1 || params.containsValue(REDACTED)) {
      return next.of("report", "@1");
    }
    Set<String> without = new HashSet<>(OF_ONE_RUN);
    without.add("--param");
    List<String> added = new ArrayList<>();
    params.forEach((name, value) -> added.addAll(List.of("--param", name + "=" + value)));
    Long p99 = run.loads().size() == 1 ? value(last, "response", PRIMARY) : null;
    added.addAll(List.of("--find-rate", "p99<" + (p99 == null ? "1ms" : limit(p99))));
    return next.again(without, added.toArray(String[]::new));
  }

  private boolean isSaturated() {
    return Sweep.of(result.run(), result.forks(), 0).points().getFirst().isSaturated();
  }

  private String longer() {
    long seconds = Math.max(1, Math.round(result.run().load().durationNs() / SECOND_NS));
    return Math.min(LONGEST_S, 10 * seconds) + "s";
  }

  private static String wholeRate(double perS) {
    return perS >= 1 ? Math.round(perS) + "/s" : Math.max(1, Math.round(perS * 3_600)) + "/h";
  }

  /** The least of 1, 2, 5, 10, ... that is at least twice as long. */
  private static String limit(long ns) {
    double wanted = 2.0 * Math.max(1_000, ns);
    double unit = Math.pow(10, Math.floor(Math.log10(wanted)));
    double digit = wanted / unit;
    long rounded = Math.round((digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * unit);
    return rounded % 1_000_000 == 0 ? rounded / 1_000_000 + "ms" : rounded / 1_000 + "us";
  }
}
