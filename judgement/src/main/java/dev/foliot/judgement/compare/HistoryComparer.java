package dev.foliot.judgement.compare;

import dev.foliot.judgement.history.HistoryLine;
import dev.foliot.judgement.history.HistoryRun;
import dev.foliot.judgement.history.HistorySegment;
import dev.foliot.judgement.history.RunHistory;
import dev.foliot.stats.Comparison;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Judges a run by the runs of its name before it: those on its machine since the last change.
 *
 * <p>Each run counts once, with its own percentiles, since runs differ by more than their forks
 * show. Stateless.
 */
public final class HistoryComparer {
  private final Comparer comparer;

  /** Judges as such a comparer does: by its primary percentile and its margin. */
  public HistoryComparer(Comparer comparer) {
    this.comparer = comparer;
  }

  private static String remedy(StoredRun judged) {
    if (judged.run().loads().isEmpty()) {
      return "benches, loads and studies have";
    }
    return judged.run().validity().verdict() == Verdict.INVALID
        ? "it is INVALID, so measure again"
        : "it has too few messages, so measure longer";
  }

  /**
   * The comparison; side A is the earlier runs, B the run.
   *
   * @param runs of its name, the run among them
   * @param judged the run
   * @param arm index of the arm in it
   * @param load index of the load in it
   * @param within how long before it the earlier runs may have begun
   * @param store the folder of the store, for the record
   * @throws FoliotException if the run has no response times
   */
  public ComparisonRecord compare(
      List<StoredRun> runs, StoredRun judged, int arm, int load, Duration within, Path store) {
    Side.mustHave("arm", arm, judged.run().arms().size(), judged.id());
    Side.mustHave("load", load, judged.run().loads().size(), judged.id());
    if (!judged.run().complete()) {
      throw FoliotException.usage("run " + judged.id() + " is not over: compare it then");
    }
    HistoryLine line = RunHistory.of(runs).line(judged, arm, load).orElse(null);
    HistoryRun run =
        line == null
            ? null
            : line.runs().stream()
                .filter(one -> one.id().equals(judged.id()))
                .findFirst()
                .orElse(null);
    if (line == null || run == null) {
      throw FoliotException.usage(
          "run " + judged.id() + " has no percentiles to be judged by: " + remedy(judged));
    }
    HistorySegment segment = line.before(run, within);
    List<Comparison.Pair> pairs = new ArrayList<>();
    for (String name : Percentiles.NAMES) {
      pairs.add(new Comparison.Pair(values(segment.runs(), name), values(List.of(run), name)));
    }
    int primary = Percentiles.NAMES.indexOf(comparer.primary());
    List<Comparison.Result> results = Comparison.ofNext(pairs, primary, comparer.margin());
    List<ComparisonRecord.Percentile> percentiles = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      percentiles.add(
          Comparer.percentile(
              Percentiles.NAMES.get(i),
              results.get(i),
              pairs.get(i),
              reason(Percentiles.NAMES.get(i), pairs.get(i))));
    }
    return new ComparisonRecord(
        ComparisonRecord.SCHEMA,
        new ComparisonRecord.Decision(
            percentiles.get(primary).change().verdict(),
            comparer.primary(),
            comparer.margin(),
            null,
            history(line, segment)),
        earlier(line, segment),
        side(judged, run, line, arm, load),
        new ComparisonRecord.Figures(
            percentiles, null, differences(runs, segment, judged.run(), arm, load)),
        Validity.worst(List.of(judged.run().validity().in("B"))),
        null,
        store.toAbsolutePath().normalize().toString());
  }

  private static ComparisonRecord.History history(HistoryLine line, HistorySegment segment) {
    List<HistoryRun> runs = segment.runs();
    return new ComparisonRecord.History(
        line.key().name(),
        runs.size(),
        runs.isEmpty() ? "" : runs.getFirst().id(),
        runs.isEmpty() ? "" : runs.getFirst().at().toString(),
        segment.isAfterChange());
  }

  private static ComparisonRecord.Side earlier(HistoryLine line, HistorySegment segment) {
    int count = segment.runs().size();
    return new ComparisonRecord.Side(
        count == 0
            ? "no earlier run"
            : Numbers.count(count, "run") + " since " + segment.runs().getFirst().id(),
        0,
        0,
        line.key().part(),
        count,
        List.of());
  }

  private static ComparisonRecord.Side side(
      StoredRun judged, HistoryRun one, HistoryLine line, int arm, int load) {
    int forks =
        (int)
            judged.forks().stream()
                .filter(fork -> fork.place().arm() == arm && fork.loadIndex() == load)
                .filter(fork -> fork.validity().verdict() != Verdict.INVALID)
                .count();
    return new ComparisonRecord.Side(
        judged.id(),
        arm,
        load,
        "JDK " + one.source().jdk() + ", " + line.key().part(),
        forks,
        List.of());
  }

  /** In what the run was not made as the one before it. */
  private static List<ComparisonRecord.Difference> differences(
      List<StoredRun> runs, HistorySegment segment, RunRecord judged, int arm, int load) {
    if (segment.runs().isEmpty()) {
      return List.of();
    }
    String before = segment.runs().getLast().id();
    return runs.stream()
        .filter(run -> run.id().equals(before))
        .map(StoredRun::run)
        .filter(run -> arm < run.arms().size() && load < run.loads().size())
        .findFirst()
        .map(run ->
            Differences.of(
                Side.of(run, List.of(), arm, load), Side.of(judged, List.of(), arm, load)))
        .orElse(List.of());
  }

  private static double[] values(List<HistoryRun> runs, String name) {
    return runs.stream()
        .map(run -> median(run.response(), name))
        .filter(Objects::nonNull)
        .mapToDouble(Long::doubleValue)
        .toArray();
  }

  private static @Nullable Long median(Map<String, Spread> response, String name) {
    Spread spread = response.get(name);
    return spread == null ? null : spread.median();
  }

  private static @Nullable String reason(String name, Comparison.Pair pair) {
    if (pair.b().length == 0) {
      return "B has too few messages for " + Numbers.percentileName(name);
    }
    return pair.a().length < Comparison.LEAST_FORKS
        ? Numbers.count(pair.a().length, "earlier run")
            + " on this machine since the last change, and a verdict needs "
            + Comparison.LEAST_FORKS
        : null;
  }
}
