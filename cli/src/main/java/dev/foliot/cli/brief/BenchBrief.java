package dev.foliot.cli.brief;

import dev.foliot.benchrun.BenchResult;
import dev.foliot.cli.details.JvmLines;
import dev.foliot.cli.details.ProfileLine;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.TextTable;
import dev.foliot.cli.screen.Words;
import dev.foliot.judgement.answer.BenchAnswer;
import dev.foliot.judgement.answer.ComparisonAnswer;
import dev.foliot.judgement.answer.ComparisonWords;
import dev.foliot.judgement.answer.ExplanationAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.judgement.beside.BesideResult;
import dev.foliot.judgement.run.ArmNames;
import dev.foliot.judgement.run.Sweep;
import dev.foliot.judgement.search.TriedRate;
import dev.foliot.store.Arm;
import dev.foliot.store.RateSearch;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.explain.ExplanationRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A bench in a few lines: one load, several JDKs or parameters, several rates, or a search for a
 * rate. Long, since each has an answer and a table of its own.
 */
public final class BenchBrief {
  private static final String MAX = "max";
  private static final String PRIMARY = "p99";

  private static final int LONGEST_CELL = 24;
  private static final int LONGEST_TASK = 60;

  private final Brief brief;
  private final BenchResult result;
  private final List<ComparisonRecord> compared;
  private final @Nullable ExplanationRecord explanation;
  private final NextCommands next;
  private @Nullable BesideResult beside;

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

  /** The same with what JLBH reports beside the run; null without. */
  public BenchBrief beside(@Nullable BesideResult ofJlbh) {
    beside = ofJlbh;
    return this;
  }

  /**
   * Prints it.
   *
   * @param page the file with the page, null where it could not be written
   */
  public void print(@Nullable Path page) {
    print(page, null);
  }

  /**
   * Prints it with the page of the comparison with an older run, null for none.
   *
   * @param page as above
   */
  public void print(@Nullable Path page, @Nullable Path comparison) {
    RunRecord run = result.run();
    BenchAnswer answer = BenchAnswer.of(run, result.forks(), next);
    answer.sentences().forEach(sentence -> brief.answer(sentence, 3));
    RateSearch search = run.rateSearch();
    if (search != null) {
      search(search);
    } else if (run.loads().size() > 1) {
      sweep();
    } else if (run.gate() != null && !compared.isEmpty()) {
      ComparisonBrief.percentiles(brief, compared.getFirst());
      brief.line("A", armName(0));
      brief.line("B", armName(1));
    } else if (run.combinations().size() > 1) {
      combinations();
    } else {
      oneLoad();
    }
    brief.validity(forks(), "fork");
    JvmLines.of(run, result.forks()).forEach(brief::line);
    if (explanation != null) {
      ExplanationAnswer.line(explanation).ifPresent(line -> brief.line("slow", line));
      ExplanationAnswer.likely(explanation).ifPresent(line -> brief.line("likely", line, 2));
    }
    if (beside != null) {
      new BesideBrief(beside).print(brief);
    }
    ProfileLine.of(run).ifPresent(line -> brief.line("profile", line));
    brief.page(page, next.of("report", "@1"));
    if (comparison != null) {
      brief.file("compared", comparison);
    }
    brief.next(answer.next().command());
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
        .forEach(comparison -> brief.also(ComparisonAnswer.of(comparison).sentence(), 2));
    if (compared.size() > 2) {
      brief.also((compared.size() - 2) + " more comparisons: --details", 1);
    }
  }

  /** A row for each combination of the task's parameters. */
  private void combinations() {
    RunRecord run = result.run();
    if (run.varyingParams().contains(Arm.CLASS)) {
      tasks();
      return;
    }
    comparisons();
    boolean hasJdks = run.arms().size() > run.combinations().size();
    List<String> heads = new ArrayList<>();
    run.varyingParams().forEach(name -> heads.add("<" + Shown.text(name, LONGEST_CELL)));
    if (hasJdks) {
      heads.add("<JDK");
    }
    ofCombinations().forEach(name -> heads.add(Numbers.percentileName(name)));
    addOperationHead(heads);
    heads.addAll(List.of(MAX, "achieved", "<valid", "|" + range()));
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < run.arms().size(); arm++) {
      table.row(combination(arm, hasJdks));
    }
    brief.table(table);
  }

  /** A row for each task, with its ratio to the first. */
  private void tasks() {
    RunRecord run = result.run();
    List<String> heads = new ArrayList<>(List.of("<"));
    ofCombinations().forEach(name -> heads.add(Numbers.percentileName(name)));
    addOperationHead(heads);
    heads.addAll(List.of("p50 ratio", "<valid"));
    // names of benchmarks are long: --details has it
    boolean hasBeside = !isBatched();
    if (hasBeside) {
      heads.add("<" + primary() + " beside the first");
    }
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < run.arms().size(); arm++) {
      Sweep.Point point = Sweep.of(run, result.forks(), arm).points().getFirst();
      List<String> row = new ArrayList<>(List.of(Shown.text(armName(arm), LONGEST_TASK)));
      ofCombinations().forEach(name -> row.add(median(point.response().get(name))));
      addOperation(arm, row);
      row.add(ofFirst(arm).map(ComparisonWords::medianRatio).orElse("-"));
      row.add(valid(arm, point));
      if (hasBeside) {
        row.add(
            ofFirst(arm)
                .map(one -> ComparisonWords.besideFirst(one, one.decision().primary()))
                .orElse("-"));
      }
      table.row(row);
    }
    brief.table(table);
    if (!compared.isEmpty() && hasBeside) {
      brief.line("beside", ComparisonWords.ofTasks(), 2);
    }
  }

  /** What one operation takes, where messages are many; how many, where that differs. */
  private void addOperationHead(List<String> heads) {
    if (isBatched()) {
      heads.add("p50/op");
      if (haveOwnBatches()) {
        heads.add("ops");
      }
    }
  }

  private void addOperation(int arm, List<String> row) {
    if (isBatched()) {
      OptionalDouble costNs = BenchAnswer.operationNs(result.run(), arm);
      row.add(costNs.isPresent() ? Numbers.duration(costNs.getAsDouble()) : "-");
      if (haveOwnBatches()) {
        row.add(Numbers.count(result.run().arms().get(arm).operations()));
      }
    }
  }

  private boolean isBatched() {
    return result.run().arms().stream().anyMatch(arm -> arm.operations() > 1);
  }

  private boolean haveOwnBatches() {
    return result.run().arms().stream().map(Arm::operations).distinct().count() > 1;
  }

  private String primary() {
    return compared.isEmpty()
        ? PRIMARY
        : Numbers.percentileName(compared.getFirst().decision().primary());
  }

  /** The comparison of a task with the first. */
  private Optional<ComparisonRecord> ofFirst(int arm) {
    return compared.stream()
        .filter(one -> one.b().arm() == arm && one.a().id().equals(one.b().id()))
        .findFirst();
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
    addOperation(arm, row);
    Spread max = point.response().get(MAX);
    row.add(Numbers.durationOrNone(max == null ? null : max.max()));
    row.add(point.forks() == 0 ? "-" : Numbers.rate(point.achievedPerS()));
    row.add(valid(arm, point));
    row.add(range(point.response().get(PRIMARY)));
    return row;
  }

  private String valid(int arm, Sweep.Point point) {
    long valid =
        result.forks().stream()
            .filter(fork -> fork.place().arm() == arm)
            .filter(fork -> fork.validity().verdict() == Verdict.VALID)
            .count();
    return point.isSaturated() ? "SATURATED" : valid + " of " + point.forks();
  }

  private List<String> ofCombinations() {
    List<String> asked = result.run().percentiles();
    if (asked.isEmpty() && isBatched()) {
      return List.of("p50", PRIMARY);
    }
    return asked.isEmpty() ? List.of("p50", PRIMARY, "p99_9") : asked;
  }

  private String jdk(int arm) {
    return Shown.text(result.run().arms().get(arm).jdkVersion(), LONGEST_CELL);
  }

  private String range() {
    return PRIMARY + (hasIntervals() ? ", 95 % interval" : " of all forks");
  }

  private boolean hasIntervals() {
    Spread spread = result.run().spreads(0, 0, SummaryKey.RESPONSE).get(PRIMARY);
    return spread != null && spread.low() != null;
  }

  private void rows(TextTable table, int arm) {
    String suffix = result.run().arms().size() == 1 ? "" : ", " + Words.shown(armName(arm));
    result
        .run()
        .summary()
        .forEach((key, spreads) -> {
          String name = key.isOf(arm) ? name(key.kind()) : null;
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
    String probe = SummaryKey.probeOf(kind);
    return probe != null
        ? "  " + Words.shown(probe)
        : kind.equals(SummaryKey.RESPONSE) || kind.equals(SummaryKey.SERVICE) ? kind : null;
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

  private String armName(int arm) {
    return ArmNames.of(result.run(), arm);
  }

  private void sweep() {
    List<Arm> arms = result.run().arms();
    if (arms.size() > BenchAnswer.MOST_ARMS) {
      brief.also((arms.size() - BenchAnswer.MOST_ARMS) + " more: --details", 1);
    }
    List<String> heads = new ArrayList<>(List.of("asked", "done"));
    heads.addAll(percentiles());
    heads.add("<");
    TextTable table = new TextTable(heads);
    for (int arm = 0; arm < arms.size(); arm++) {
      String of = arms.size() < 2 ? "" : armName(arm);
      Sweep.of(result.run(), result.forks(), arm).points().forEach(point -> row(table, point, of));
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

  private void search(RateSearch search) {
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
}
