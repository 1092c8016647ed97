package dev.foliot.judgement.compare;

import dev.foliot.store.GateRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import java.util.function.LongSupplier;

/**
 * Decides after each pair of forks whether another one is played: until what the gate judges is
 * decided, or the next pair would end after the budget. Not thread-safe.
 */
public final class PairsEnd {
  /** After as many pairs of which none counts there is nothing to hope for. */
  private static final int HOPELESS = 4;

  private final GateRecord gate;
  private final LongSupplier clock;
  private final long startNs;

  /**
   * Begins now.
   *
   * @param clock in nanoseconds
   */
  public PairsEnd(GateRecord gate, LongSupplier clock) {
    this.gate = gate;
    this.clock = clock;
    this.startNs = clock.getAsLong();
  }

  /** Whether no more pairs are played after these. */
  public boolean isOver(Pairs pairs) {
    int played = pairs.played();
    return played >= gate.mostPairs()
        || (played >= HOPELESS && pairs.counted() == 0)
        || (played > 0 && isSpent(played))
        || pairs.verdict() != ComparisonVerdict.UNDECIDED;
  }

  /** Whether a pair as long as those that were played would end after the budget. */
  private boolean isSpent(int played) {
    long usedNs = clock.getAsLong() - startNs;
    return usedNs + usedNs / played > gate.budgetNs();
  }
}
