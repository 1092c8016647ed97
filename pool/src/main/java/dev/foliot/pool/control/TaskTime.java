package dev.foliot.pool.control;

/**
 * What a task takes: lately, and alone, that is when no more of them run than bring throughput.
 *
 * <p>The first tasks that end are the shortest of those that began, so their mean is too low at
 * first. It is {@linkplain #sure() sure} when four times as long has gone by, or ten times the
 * first guess.
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

  /** After a standstill it is tasks that began before it that end in the first of them. */
  private static final int LOOKS = 3;

  private static final double SILENT = 0.5;
  private static final double COLD = 0.8;
  private static final double WARM_NS = 10e9;
  private static final int IN_A_ROW = 5;
  private static final double LONG_ENOUGH = 4;
  private static final double LONGEST = 10;

  /** Tasks that ended, one look after the other. */
  private static final class Run {
    private long count;
    private double takenNs;
    private double ns;
    private int looks;

    /** How long none ended before the first one. */
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
  private int shorter;
  private double longestOfShorterNs;
  private double mostPerNs;

  TaskTime(long beginNs) {
    this.beginNs = beginNs;
  }

  void add(Look look) {
    Elapsed elapsed = look.elapsed();
    started.add(look.nowNs(), look.now().started());
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
      // those that end later had more company
      aloneNs = early.taskTimeNs();
      sure = true;
      alike = true;
    } else if (Double.isNaN(aloneNs)) {
      aloneNs = early.taskTimeNs();
    } else {
      sure = sinceNs >= LONGEST * aloneNs;
    }
  }

  /**
   * Whether hardly a task takes much longer than the mean: then the first that ended were not the
   * shortest of those that began.
   */
  private boolean areAlike(Observation now) {
    double begun = started.before((long) (now.nowNs() - CONTENDED * early.taskTimeNs()));
    return begun >= SOME && now.completed() >= ALL * begun;
  }

  /** Lately, NaN before the first task ended. */
  double lateNs() {
    return lateNs;
  }

  /** Alone, NaN before the first tasks ended. */
  double aloneNs() {
    return aloneNs;
  }

  /** The time in which the pool answers to a change of its size; 0 before the first task ended. */
  double scaleNs() {
    return !Double.isNaN(aloneNs) ? aloneNs : Double.isNaN(lateNs) ? 0 : lateNs;
  }

  /** Whether the time alone is more than a first guess. */
  boolean sure() {
    return sure;
  }

  /** Whether the time alone may be that of too many tasks at once. */
  boolean guessed() {
    return guessed;
  }

  /**
   * Whether the time alone was learned from the first tasks, and not taken since from what tasks of
   * other work took with company: of those each size seems to need all that run.
   */
  boolean learned() {
    return learned;
  }

  /** Whether tasks were seen to take about the same. */
  boolean alike() {
    return alike;
  }

  /** It is at least so much, as a trial showed. */
  void atLeast(double ns) {
    if (!Double.isNaN(ns)) {
      aloneNs = Double.isNaN(aloneNs) ? ns : Math.max(aloneNs, ns);
      sure = true;
    }
  }

  /** The work is other work, of which no more is known than what it takes lately. */
  void renew(boolean isLonger) {
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
   * Whether the last tasks all took longer, on average far longer, and far fewer end than have
   * ended: more of them at once would make them longer, but not fewer, so they are others, or what
   * they ask has become slower.
   */
  boolean isOfOthers() {
    return areLonger() && FAR_FEWER * longer.perNs() < mostPerNs;
  }

  /**
   * The same of tasks of which none ended for about as long as they take: of those that stand in
   * line for something one ends after the other from the begin on, however many have come.
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

  /** The work is other work, of which the last tasks are the first. */
  void renew() {
    lateNs = longer.meanNs();
    renew(true);
  }

  /** Nothing ran: what ends from now on does not go on from what ended before. */
  void idle() {
    some.clear();
    longer.clear();
  }

  /** Whether tasks take longer than alone. */
  boolean risen(Window window) {
    double count = window.completions();
    return count >= 2 * LEAST
        && window.taskTimeNs() > aloneNs * (CONTENDED + SIGMAS / Math.sqrt(count));
  }

  /** Whether far fewer tasks ended than began long enough ago; of use at the begin only. */
  boolean late(Observation now) {
    if (Double.isNaN(aloneNs)) {
      return false;
    }
    double begun = started.before((long) (now.nowNs() - CONTENDED * aloneNs));
    return now.completed() < LATE * begun - SIGMAS * Math.sqrt(begun);
  }
}
