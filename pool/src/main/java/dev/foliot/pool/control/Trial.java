package dev.foliot.pool.control;

/**
 * What is seen of one size: after the tasks that began under another one have mostly ended, a
 * window that lasts until throughput is known well enough, or for as long as it is worth.
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
  private long completedBefore;
  private double waitedNs;
  private long waitedCompletions;
  private double aloneWaitedNs;
  private long aloneCompletions;
  private Window window = new Window();
  private boolean settled;

  Trial(Observation now) {
    begin(now, now.size());
  }

  /** Another size is in force from now on. */
  void begin(Observation now, int next) {
    size = next;
    sinceNs = now.nowNs();
    completedBefore = now.completed();
    waitedNs = 0;
    waitedCompletions = 0;
    aloneWaitedNs = 0;
    aloneCompletions = 0;
    again();
  }

  /** Measures the same size anew, after it has settled. */
  void again() {
    window = new Window();
    settled = false;
  }

  /** Goes on with a new window; gives the old one back. */
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

  /**
   * What is known of a size that was given up: roughly how much came, and that it was too little.
   */
  Sample roughly(Look look, double taskNs) {
    long completions = look.now().completed() - completedBefore;
    double perS = completions * 1e9 / (look.nowNs() - sinceNs);
    return new Sample(size, perS, taskNs, 1, look.busy(), completions, true);
  }

  /** Takes what happened next; whether that is enough to go by. */
  boolean enough(Look look, TaskTime time) {
    double scaleNs = time.scaleNs();
    if (!settled) {
      boolean drained = look.now().running() <= size;
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

  /** Whether it is clear early that far more tasks run than bring throughput. */
  boolean farTooMany(Look look, TaskTime time) {
    double count = window.completions();
    if (!settled || count < LEAST_COMPLETIONS || window.ns() < 1.5 * time.aloneNs()) {
      return false;
    }
    double needed = count / window.ns() * time.aloneNs();
    return needed * (1 + 3 / Math.sqrt(count)) < 0.5 * look.now().running();
  }

  /** Whether the throughput is known to a tenth or two. */
  boolean isRoughlyKnown() {
    return settled && window.completions() >= MANY_COMPLETIONS && window.ns() >= 300 * MS;
  }

  /** Whether it is clear early that nearly all that may run bring throughput. */
  boolean allOfUse(TaskTime time) {
    if (!isRoughlyKnown()) {
      return false;
    }
    double count = window.completions();
    double needed = count / window.ns() * time.aloneNs();
    return needed * (1 - 2 / Math.sqrt(count)) > OF_USE * size;
  }

  /** Whether it is clear early that more comes than so many in a second. */
  boolean bringsMoreThan(double perS) {
    double count = window.completions();
    return isRoughlyKnown() && count * 1e9 / window.ns() * (1 - 2 / Math.sqrt(count)) > perS;
  }

  /** Takes what happened next, if tasks waited, for {@link #lost}. */
  void note(Look look) {
    if (look.elapsed().standing()) {
      waitedNs += look.elapsed().ns();
      waitedCompletions += look.completions();
      if (settled) {
        aloneWaitedNs += look.elapsed().ns();
        aloneCompletions += look.completions();
      }
    }
  }

  /**
   * Whether this smaller size has already cost throughput, so that its trial can end at once: since
   * it is in force, or without those that had begun before.
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
