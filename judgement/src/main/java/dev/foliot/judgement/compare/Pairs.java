package dev.foliot.judgement.compare;

import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Change;
import dev.foliot.stats.SequentialComparison;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a run with a gate: forks one after the other, one of each arm.
 *
 * <p>A pair counts if neither fork is INVALID. For a percentile it counts if both have it, with or
 * without ten episodes beyond it: the spread between pairs shows the resulting error. Immutable.
 */
public final class Pairs {
  private static final double SECOND_NS = 1e9;

  private final List<Pair> pairs = new ArrayList<>();
  private final List<String> judged;
  private final List<SequentialComparison.Result> results;

  private record Pair(ForkRecord a, ForkRecord b) {
    boolean counts() {
      return a.validity().verdict() != Verdict.INVALID && b.validity().verdict() != Verdict.INVALID;
    }

    static @Nullable Double value(ForkRecord fork, String name) {
      if (name.equals(GateRecord.RATE)) {
        double perS = fork.messages().achievedPerS();
        // the time for a message, so that more is worse as it is with response times
        return perS > 0 ? (Double) (SECOND_NS / perS) : null;
      }
      Long value = ForkPercentile.value(fork.times().response(), name);
      return value == null ? null : (Double) (double) Math.max(1, value);
    }
  }

  /**
   * Pairs the forks and compares them.
   *
   * @param gate what is to be decided
   * @param load the load of the forks; above what one side can take, the rates are judged, since
   *     response times then only tell how long the load lasted
   * @param forks of the run, in their order; one without its partner is left out
   */
  public Pairs(GateRecord gate, LoadRecord load, List<ForkRecord> forks) {
    for (int i = 0; i + 1 < forks.size(); i += 2) {
      ForkRecord first = forks.get(i);
      ForkRecord second = forks.get(i + 1);
      pairs.add(first.place().arm() == 0 ? new Pair(first, second) : new Pair(second, first));
    }
    judged =
        load.isClosed() || isSaturated(load, 0) || isSaturated(load, 1)
            ? List.of(GateRecord.RATE)
            : gate.judged();
    results = compared(judged, gate.detect());
  }

  private boolean isSaturated(LoadRecord load, int arm) {
    return RateKnee.areSaturated(
        load, pairs.stream().map(pair -> arm == 0 ? pair.a() : pair.b()).toList());
  }

  /** Number of pairs that were played. */
  public int played() {
    return pairs.size();
  }

  /** Number of pairs of which no fork is INVALID. */
  public int counted() {
    return (int) pairs.stream().filter(Pair::counts).count();
  }

  /** What is judged: percentiles, or {@link GateRecord#RATE}. */
  List<String> judged() {
    return judged;
  }

  /** What the pairs say of each of them, in their order. */
  List<SequentialComparison.Result> results() {
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

  private List<SequentialComparison.Result> compared(List<String> names, double detect) {
    SequentialComparison comparison = new SequentialComparison(names.size(), detect);
    for (Pair pair : pairs) {
      for (int i = 0; pair.counts() && i < names.size(); i++) {
        Double a = Pair.value(pair.a(), names.get(i));
        Double b = Pair.value(pair.b(), names.get(i));
        if (a != null && b != null) {
          comparison.add(i, Objects.requireNonNull(a), Objects.requireNonNull(b));
        }
      }
    }
    return IntStream.range(0, names.size()).mapToObj(comparison::result).toList();
  }
}
