package dev.foliot.judgement.compare;

import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Change;
import dev.foliot.stats.SequentialComparison;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Pairs of forks, one of each of two arms, and what they say of each figure that is judged.
 *
 * <p>A pair counts if neither fork is INVALID. For a figure it counts if both forks have it. All
 * figures are times or amounts of which more is worse: a rate stands as the time for one message.
 * Immutable.
 */
public final class Pairs {
  private static final double SECOND_NS = 1e9;
  private static final double PARTS = 1e6;

  private final int played;
  private final int counted;
  private final List<String> judged;
  private final List<SequentialComparison.Result> results;

  /**
   * One pair.
   *
   * @param counts whether no fork of it is INVALID
   * @param a figures of the first arm, in the order of those that are judged; null if unknown
   * @param b the same of the second arm
   */
  public record Pair(boolean counts, List<@Nullable Double> a, List<@Nullable Double> b) {}

  /**
   * Compares them, with a look after each pair.
   *
   * @param judged names of the figures; they share the error rate
   * @param detect the ratio from which a difference matters, above 1
   * @param pairs in the order in which they were played
   */
  public Pairs(List<String> judged, double detect, List<Pair> pairs) {
    this.played = pairs.size();
    this.counted = (int) pairs.stream().filter(Pair::counts).count();
    this.judged = List.copyOf(judged);
    SequentialComparison comparison = new SequentialComparison(judged.size(), detect);
    for (Pair pair : pairs) {
      for (int i = 0; pair.counts() && i < judged.size(); i++) {
        Double a = pair.a().get(i);
        Double b = pair.b().get(i);
        if (a != null && b != null) {
          comparison.add(i, a, b);
        }
      }
    }
    results = IntStream.range(0, judged.size()).mapToObj(comparison::result).toList();
  }

  /**
   * The pairs of a run with a gate: forks one after the other. A percentile counts with or without
   * ten episodes beyond it: the spread between pairs shows the resulting error.
   *
   * @param gate what is to be decided
   * @param load the load of the forks; above what one side can take, the rates are judged, since
   *     response times then only tell how long the load lasted
   * @param forks of the run, in their order; one without its partner is left out
   */
  public static Pairs of(GateRecord gate, LoadRecord load, List<ForkRecord> forks) {
    List<ForkRecord> a = new ArrayList<>();
    List<ForkRecord> b = new ArrayList<>();
    for (int i = 0; i + 1 < forks.size(); i += 2) {
      boolean isAFirst = forks.get(i).place().arm() == 0;
      a.add(forks.get(isAFirst ? i : i + 1));
      b.add(forks.get(isAFirst ? i + 1 : i));
    }
    List<String> judged =
        load.isClosed() || RateKnee.areSaturated(load, a) || RateKnee.areSaturated(load, b)
            ? List.of(GateRecord.RATE)
            : gate.judged();
    return new Pairs(
        judged,
        gate.detect(),
        IntStream.range(0, a.size())
            .mapToObj(i ->
                new Pair(
                    counts(a.get(i)) && counts(b.get(i)),
                    values(a.get(i), judged),
                    values(b.get(i), judged)))
            .toList());
  }

  private static boolean counts(ForkRecord fork) {
    return fork.validity().verdict() != Verdict.INVALID;
  }

  private static List<@Nullable Double> values(ForkRecord fork, List<String> judged) {
    List<@Nullable Double> values = new ArrayList<>();
    judged.forEach(name -> values.add(value(fork, name)));
    return values;
  }

  private static @Nullable Double value(ForkRecord fork, String name) {
    if (name.equals(GateRecord.RATE)) {
      double perS = fork.messages().achievedPerS();
      return perS > 0 ? (Double) (SECOND_NS / perS) : null;
    }
    Long value = ForkPercentile.value(fork.times().response(), name);
    return value == null ? null : (Double) (double) Math.max(1, value);
  }

  /** Number of pairs that were played. */
  public int played() {
    return played;
  }

  /** Number of pairs of which no fork is INVALID. */
  public int counted() {
    return counted;
  }

  /** What is judged: percentiles, {@link GateRecord#RATE}, or figures of a study. */
  public List<String> judged() {
    return judged;
  }

  /** What the pairs say of each of them, in their order. */
  public List<SequentialComparison.Result> results() {
    return results;
  }

  /** Worse if any is; better if one is, and the others are decided; the same if all are. */
  public ComparisonVerdict verdict() {
    Set<Change> all = EnumSet.noneOf(Change.class);
    results.forEach(result -> all.add(result.verdict()));
    return all.contains(Change.WORSE)
        ? ComparisonVerdict.WORSE
        : all.contains(Change.UNDECIDED)
            ? ComparisonVerdict.UNDECIDED
            : all.contains(Change.BETTER) ? ComparisonVerdict.BETTER : ComparisonVerdict.SAME;
  }

  /**
   * The verdict, and what it rests on.
   *
   * @param complete whether the run was not ended early
   */
  public ComparisonRecord.Decision decision(GateRecord gate, boolean complete) {
    return new ComparisonRecord.Decision(
        verdict(),
        judged.getLast(),
        // 1.05 - 1 is not 0.05
        Math.round((gate.detect() - 1) * PARTS) / PARTS,
        new ComparisonRecord.Pairs(played, counted, end(gate, complete), judged),
        null);
  }

  private ComparisonRecord.Pairs.End end(GateRecord gate, boolean complete) {
    if (!complete) {
      return ComparisonRecord.Pairs.End.INTERRUPTED;
    }
    if (verdict() != ComparisonVerdict.UNDECIDED) {
      return ComparisonRecord.Pairs.End.DECIDED;
    }
    return counted == 0
        ? ComparisonRecord.Pairs.End.NONE_COUNTS
        : played >= gate.mostPairs()
            ? ComparisonRecord.Pairs.End.MOST_PAIRS
            : ComparisonRecord.Pairs.End.BUDGET_SPENT;
  }

  /** The interval of each ratio so far, as {@code p50 0.98 to 1.03}; without those unbounded. */
  public String intervals() {
    return IntStream.range(0, judged.size())
        .filter(i -> results.get(i).low() > 0 && Double.isFinite(results.get(i).high()))
        .mapToObj(i ->
            Numbers.percentileName(judged.get(i))
                + " "
                + Numbers.digits(results.get(i).low())
                + " to "
                + Numbers.digits(results.get(i).high()))
        .collect(Collectors.joining(", "));
  }
}
