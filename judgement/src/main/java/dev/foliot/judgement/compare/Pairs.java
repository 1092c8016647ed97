package dev.foliot.judgement.compare;

import dev.foliot.stats.SequentialComparison;
import dev.foliot.store.ForkPercentile;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.GateRecord;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of a run with a gate: forks one after the other, one of each arm.
 *
 * <p>A pair counts if neither fork is INVALID. For a percentile it counts if both have it, with or
 * without ten episodes beyond it: the spread between pairs shows the resulting error. Immutable.
 */
public final class Pairs {
  private final GateRecord gate;
  private final List<Pair> pairs = new ArrayList<>();

  private record Pair(ForkRecord a, ForkRecord b) {
    boolean counts() {
      return a.validity().verdict() != Verdict.INVALID && b.validity().verdict() != Verdict.INVALID;
    }

    static @Nullable Long value(ForkRecord fork, String percentile) {
      return ForkPercentile.value(fork.times().response(), percentile);
    }
  }

  /**
   * @param forks of the run, in their order; one without its partner is left out
   */
  public Pairs(GateRecord gate, List<ForkRecord> forks) {
    this.gate = gate;
    for (int i = 0; i + 1 < forks.size(); i += 2) {
      ForkRecord first = forks.get(i);
      ForkRecord second = forks.get(i + 1);
      pairs.add(first.place().arm() == 0 ? new Pair(first, second) : new Pair(second, first));
    }
  }

  /** Number of pairs that were played. */
  public int played() {
    return pairs.size();
  }

  /** Number of pairs of which no fork is INVALID. */
  public int counted() {
    return (int) pairs.stream().filter(Pair::counts).count();
  }

  /** What the pairs say of the judged percentiles, in the order of the gate. */
  public SequentialComparison compared() {
    return compared(gate.percentiles());
  }

  /** What they say of other percentiles; the error rate is shared by these. */
  SequentialComparison compared(List<String> percentiles) {
    SequentialComparison comparison =
        new SequentialComparison(percentiles.size(), gate.detect());
    for (Pair pair : pairs) {
      for (int i = 0; pair.counts() && i < percentiles.size(); i++) {
        Long a = Pair.value(pair.a(), percentiles.get(i));
        Long b = Pair.value(pair.b(), percentiles.get(i));
        if (a != null && b != null) {
          comparison.add(i, Math.max(1, a), Math.max(1, b));
        }
      }
    }
    return comparison;
  }
}
