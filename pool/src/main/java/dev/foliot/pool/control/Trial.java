package dev.foliot.pool.control;

/**
 * Measures one size. It first waits until most tasks begun under another size have ended, then
 * opens a window. The window lasts until throughput is known well enough, or costs more than it is
 * worth.
 */
final class Trial {
  private static final double MS = 1e6;
  private static final double SETTLE_NS = 100 * MS;
  private static final int LEAST_COMPLETIONS = 8;
  private static final int MANY_COMPLETIONS = 100;
  private static final double OF_USE = 0.7;

  /** Tasks that end in waves have an error above 1. */
  private static final double MOST_ERROR = 0.5;

  private int size;
  private long sinceNs;
  private long succeededBefore;
  private double waitedNs;
  private long waitedCompletions;
  private double aloneWaitedNs;
  private long aloneCompletions;
  private Window window = new Window();
  private boolean settled;

  Trial(Observation now) {
    begin(now, now.size());
  }

  /** Starts with another size. */
  void begin(Observation now, int next) {
    size = next;
    sinceNs = now.nowNs();
    succeededBefore = now.counts().succeeded();
    waitedNs = 0;
    waitedCompletions = 0;
    aloneWaitedNs = 0;
    aloneCompletions = 0;
    again();
  }

  /** Measures the same size again, once it has settled. */
  void again() {
    window = new Window();
    settled = false;
  }

  /** Starts a new window and returns the old one. */
  Window next() {
    Window full = window;
    window = new Window();
    return full;
  }

  int size() {
    return size;
  }

  long sinceNs() {
    return sinceNs;
  }

  Window window() {
    return window;
  }

  boolean settled() {
    return settled;
  }

  Sample sample() {
    return window.sample(size);
  }

  /** A rough sample of an abandoned size: roughly its throughput, which was too low. */
  Sample roughly(Look look, double taskNs) {
    long completions = look.now().counts().succeeded() - succeededBefore;
    double perS = completions * 1e9 / (look.nowNs() - sinceNs);
    return new Sample(size, perS, taskNs, 1, look.busy(), completions, true);
  }

  /** Adds the next look; returns whether the data suffices. */
  boolean enough(Look look, TaskTime time) {
    double scaleNs = time.scaleNs();
    if (!settled) {
      boolean drained = look.now().tasks().running() <= size;
      settled = drained && look.nowNs() - sinceNs >= Math.max(SETTLE_NS, scaleNs);
      return false;
    }
    window.add(look);
    double ns = window.ns();
    if (window.completions() < LEAST_COMPLETIONS || ns < Math.max(300 * MS, 2 * scaleNs)) {
      return false;
    }
    double error = window.error();
    return error < 0.003
        || (error < 0.02 && ns >= Math.max(1_000 * MS, 6 * scaleNs))
        || (error < 0.05 && ns >= Math.max(4_000 * MS, 20 * scaleNs))
        || ns >= Math.max(10_000 * MS, 60 * scaleNs);
  }

  /** Whether it is clear early that far too many tasks run. */
  boolean farTooMany(Look look, TaskTime time) {
    double count = window.successes();
    if (!settled || count < LEAST_COMPLETIONS || window.ns() < 1.5 * time.aloneNs()) {
      return false;
    }
    double needed = count / window.ns() * time.aloneNs();
    return needed * (1 + 3 / Math.sqrt(count)) < 0.5 * look.now().tasks().running();
  }

  /** Whether throughput is known to a tenth or two. */
  boolean isRoughlyKnown() {
    return settled && window.successes() >= MANY_COMPLETIONS && window.ns() >= 300 * MS;
  }

  /** Whether it is clear early that nearly all running tasks bring throughput. */
  boolean allOfUse(TaskTime time) {
    if (!isRoughlyKnown()) {
      return false;
    }
    double count = window.successes();
    double needed = count / window.ns() * time.aloneNs();
    return needed * (1 - 2 / Math.sqrt(count)) > OF_USE * size;
  }

  /** Whether throughput is clearly above this rate, early. */
  boolean bringsMoreThan(double perS) {
    double count = window.successes();
    return isRoughlyKnown() && count * 1e9 / window.ns() * (1 - 2 / Math.sqrt(count)) > perS;
  }

  /** Adds the next look, if tasks waited, for {@link #lost}. */
  void note(Look look) {
    if (look.elapsed().standing()) {
      waitedNs += look.elapsed().ns();
      waitedCompletions += look.successes();
      if (settled) {
        aloneWaitedNs += look.elapsed().ns();
        aloneCompletions += look.successes();
      }
    }
  }

  /**
   * Whether this smaller size has already cost throughput, which ends its trial at once. It counts
   * from the change of size, or without the tasks begun before it.
   */
  boolean lost(Sample before) {
    double most = 1 - Math.min(MOST_ERROR, 2 * before.error());
    return lost(before.perS() * most * waitedNs / 1e9, waitedCompletions)
        || lost(before.perS() * most * aloneWaitedNs / 1e9, aloneCompletions);
  }

  private static boolean lost(double expected, long completions) {
    return expected >= 30 && completions < 0.75 * expected - 3.5 * Math.sqrt(expected);
  }
}
