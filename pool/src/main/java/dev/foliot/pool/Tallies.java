package dev.foliot.pool;

/**
 * The counts of all tasks, spread over about as many tallies as CPUs so that threads seldom meet at
 * one. Not one for each thread: there may be thousands, and each look would have to visit them all.
 */
final class Tallies {
  private static final int MOST = 64;

  /** A few microseconds: far longer than a tally is held by a thread that has a CPU. */
  private static final int SPINS = 100;

  private final Tally[] tallies;

  /**
   * @param cpus how many threads may count at the same time
   */
  Tallies(int cpus) {
    int wanted = Math.min(MOST, Math.max(4, 2 * cpus));
    tallies = new Tally[Integer.highestOneBit(2 * wanted - 1)];
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] = new Tally();
    }
  }

  /** A tally that is the caller's until released: the one of this number, if it is free. */
  @SuppressWarnings("ThreadPriorityCheck") // lets one of those who hold them all go on
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

  @SuppressWarnings("ThreadPriorityCheck") // lets a holder go on that waits for a CPU
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
        tally.held = 0; // no call: whoever has no memory or no stack left must not keep it
      }
    }
    return sum;
  }
}
