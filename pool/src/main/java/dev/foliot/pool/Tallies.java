package dev.foliot.pool;

/**
 * Counts of all tasks, spread over about one tally for each CPU to avoid contention. One for each
 * thread would be too many: each look would visit thousands.
 */
final class Tallies {
  private static final int MOST = 64;

  /** A few microseconds: far longer than a running thread holds a tally. */
  private static final int SPINS = 100;

  private final Tally[] tallies;

  /**
   * @param cpus number of threads that may count at the same time
   */
  Tallies(int cpus) {
    int wanted = Math.min(MOST, Math.max(4, 2 * cpus));
    tallies = new Tally[Integer.highestOneBit(2 * wanted - 1)];
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] = new Tally();
    }
  }

  /** Reserves a tally for the caller until released, preferably the one of this number. */
  @SuppressWarnings("ThreadPriorityCheck") // lets one of the current holders continue
  Tally hold(int home) {
    for (int i = home; ; i++) {
      Tally tally = tallies[i & (tallies.length - 1)];
      if (tally.tryHold()) {
        return tally;
      }
      if (((i + 1 - home) & (tallies.length - 1)) == 0) {
        Thread.yield();
      }
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // lets a holder continue that waits for a CPU
  Totals totals() {
    Totals sum = Totals.NONE;
    for (Tally tally : tallies) {
      for (int spins = 0; !tally.tryHold(); spins++) {
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
      try {
        sum = sum.plus(tally.totals());
      } finally {
        tally.held = 0; // no call: a thread without memory or stack must not keep it
      }
    }
    return sum;
  }
}
