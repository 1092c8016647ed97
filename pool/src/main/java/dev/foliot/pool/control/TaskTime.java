package dev.foliot.pool.control;

/**
 * The time of a task: recent, and alone, without contention from others.
 *
 * <p>The first tasks to end are the shortest of those that began: their mean is too low at first.
 * It is {@linkplain #sure() sure} after four times as long, or ten times the first guess.
 */
final class TaskTime {
  private static final double CONTENDED = 1.3;
  private static final double LATE = 0.6;
  private static final double SIGMAS = 3;
  private static final double SLOWEST_WEIGHT = 0.2;
  private static final int LEAST = 5;
  private static final int SOME = 20;
  private static final int MANY = 100;
  private static final double ALL = 0.95;
  private static final double LONGER = 2;
  private static final double FAR_LONGER = 3;
  private static final double FAR_FEWER = 4;

  /** After a standstill, the first looks contain ends of tasks that began before it. */
  private static final int LOOKS = 3;

  private static final double SILENT = 0.5;
  private static final double CLIMBED = 1.8;
  private static final int CLIMBING_LOOKS = 2;
  private static final double COLD = 0.8;
  private static final double WARM_NS = 10e9;
  private static final int IN_A_ROW = 5;
  private static final double LONG_ENOUGH = 4;
  private static final double LONGEST = 10;

  /** Ended tasks, look by look. */
  private static final class Run {
    private long count;
    private double takenNs;
    private double ns;
    private int looks;

    /** The time without an end before the first one. */
    private double silentNs;

    void add(Elapsed elapsed) {
      silentNs = looks == 0 ? ns : silentNs;
      looks += elapsed.completions() > 0 ? 1 : 0;
      count += elapsed.completions();
      takenNs += elapsed.taskTimeNs();
      ns += elapsed.ns();
    }

    void clear() {
      count = 0;
      takenNs = 0;
      ns = 0;
      looks = 0;
    }

    double meanNs() {
      return takenNs / count;
    }

    double perNs() {
      return count / ns;
    }
  }

  private final Window early = new Window();
  private final Run some = new Run();
  private final Run longer = new Run();
  private final Started started = new Started();
  private final long beginNs;
  private double lateNs = Double.NaN;
  private double aloneNs = Double.NaN;
  private boolean sure;
  private boolean guessed;
  private boolean learned = true;
  private boolean alike;

  /** Number of looks in a row whose tasks took far longer than alone. */
  private int climbing;

  private int shorter;
  private double longestOfShorterNs;
  private double mostPerNs;

  TaskTime(long beginNs) {
    this.beginNs = beginNs;
  }

  void add(Look look) {
    Elapsed elapsed = look.elapsed();
    started.add(look.nowNs(), look.now().counts().started());
    if (elapsed.completions() > 0) {
      double now = (double) elapsed.taskTimeNs() / elapsed.completions();
      double part = elapsed.completions() / (2.0 * look.now().size());
      double weight = Math.min(1, Math.max(SLOWEST_WEIGHT, part));
      lateNs = Double.isNaN(lateNs) ? now : lateNs + weight * (now - lateNs);
    }
    some.add(elapsed);
    if (some.count >= SOME) {
      if (sure && some.meanNs() <= CONTENDED * aloneNs) {
        mostPerNs = Math.max(mostPerNs, some.perNs());
      }
      some.clear();
    }
    if (elapsed.completions() > 0) {
      climbing = sure && lateNs > CLIMBED * aloneNs ? climbing + 1 : 0;
    }
    if (elapsed.completions() > 0
        && !(elapsed.taskTimeNs() > LONGER * aloneNs * elapsed.completions())) {
      longer.clear();
    } else {
      longer.add(elapsed);
    }
    if (!sure) {
      learn(look);
    } else if (look.nowNs() - beginNs < WARM_NS) {
      relearn(elapsed);
    }
  }

  /** Cold code is slow, and the first tasks ran it. */
  private void relearn(Elapsed elapsed) {
    boolean isShorter = elapsed.completions() >= MANY && lateNs < COLD * aloneNs;
    longestOfShorterNs = isShorter ? Math.max(shorter == 0 ? 0 : longestOfShorterNs, lateNs) : 0;
    shorter = isShorter ? shorter + 1 : 0;
    if (shorter >= IN_A_ROW) {
      aloneNs = longestOfShorterNs;
      shorter = 0;
    }
  }

  private void learn(Look look) {
    early.add(look);
    if (early.completions() < LEAST) {
      return;
    }
    long sinceNs = look.nowNs() - beginNs;
    if (sinceNs >= LONG_ENOUGH * early.taskTimeNs()) {
      aloneNs = early.taskTimeNs();
      sure = true;
    } else if (areAlike(look.now())) {
      // later tasks had more contention
      aloneNs = early.taskTimeNs();
      sure = true;
      alike = true;
    } else if (Double.isNaN(aloneNs)) {
      aloneNs = early.taskTimeNs();
    } else {
      sure = sinceNs >= LONGEST * aloneNs;
    }
  }

  /** Whether almost all tasks take about the mean: then the first to end were not the shortest. */
  private boolean areAlike(Observation now) {
    double begun = started.before((long) (now.nowNs() - CONTENDED * early.taskTimeNs()));
    return begun >= SOME && now.counts().completed() >= ALL * begun;
  }

  /** The recent time, NaN before the first task ended. */
  double lateNs() {
    return lateNs;
  }

  /** The time alone, NaN before the first tasks ended. */
  double aloneNs() {
    return aloneNs;
  }

  /** The pool's response time to a change of its size; 0 before the first task ended. */
  double scaleNs() {
    return !Double.isNaN(aloneNs) ? aloneNs : Double.isNaN(lateNs) ? 0 : lateNs;
  }

  /** Whether the time alone is more than a first guess. */
  boolean sure() {
    return sure;
  }

  /** Whether the time alone may include contention from too many tasks. */
  boolean guessed() {
    return guessed;
  }

  /**
   * Whether the time alone comes from the first tasks. A later value, from contended tasks of other
   * work, makes every size look necessary.
   */
  boolean learned() {
    return learned;
  }

  /** Whether tasks were observed to take about the same time. */
  boolean alike() {
    return alike;
  }

  /** Raises the time alone to a value that a trial showed. */
  void atLeast(double ns) {
    if (!Double.isNaN(ns)) {
      aloneNs = Double.isNaN(aloneNs) ? ns : Math.max(aloneNs, ns);
      sure = true;
    }
  }

  /** Restarts for other work with only its recent time known. */
  void renew(boolean isLonger) {
    climbing = 0;
    learned &= !isLonger && !(lateNs < aloneNs);
    aloneNs = isLonger || Double.isNaN(aloneNs) ? lateNs : Math.min(aloneNs, lateNs);
    guessed = isLonger;
    sure = true;
    alike = false;
    mostPerNs = 0;
    some.clear();
    longer.clear();
  }

  /**
   * Whether the last tasks differ from the earlier ones. All took longer, on average far longer,
   * and far fewer end than before. More at once would explain longer tasks, but not fewer ends.
   */
  boolean isOfOthers() {
    return areLonger() && FAR_FEWER * longer.perNs() < mostPerNs;
  }

  /**
   * The same if no task ended for about as long as they take. In a queue for a bottleneck, tasks
   * end one after the other from the start, however many have come.
   */
  boolean isOfOthersAtOnce() {
    return sure
        && areLonger()
        && longer.looks >= LOOKS
        && longer.silentNs > FAR_LONGER * aloneNs
        && longer.silentNs > SILENT * longer.meanNs();
  }

  private boolean areLonger() {
    return longer.count >= 2 * LEAST && longer.meanNs() > FAR_LONGER * aloneNs;
  }

  /** Restarts for other work; the last tasks are its first. */
  void renew() {
    lateNs = longer.meanNs();
    renew(true);
  }

  /** Records that nothing ran: later ends do not continue earlier ones. */
  void idle() {
    some.clear();
    longer.clear();
  }

  /**
   * Whether the last tasks took far longer than alone, look for look. A whole window, with the
   * tasks before the growth in it, shows that later.
   */
  boolean climbs() {
    return climbing >= CLIMBING_LOOKS;
  }

  /** Whether tasks take longer than alone. */
  boolean risen(Window window) {
    double count = window.completions();
    return count >= 2 * LEAST
        && window.taskTimeNs() > aloneNs * (CONTENDED + SIGMAS / Math.sqrt(count));
  }

  /** Whether far fewer tasks ended than began long enough ago; useful only at the start. */
  boolean late(Observation now) {
    if (Double.isNaN(aloneNs)) {
      return false;
    }
    double begun = started.before((long) (now.nowNs() - CONTENDED * aloneNs));
    return now.counts().completed() < LATE * begun - SIGMAS * Math.sqrt(begun);
  }
}
