package dev.foliot.pool.control;

import static dev.foliot.pool.control.DecisionText.time;

import dev.foliot.pool.control.Decision.State;
import org.jspecify.annotations.Nullable;

/**
 * Detects stalls (tasks wait and none ends) and lets more run. It doubles the size at once, then
 * again after growing waits. The wait grows with the size, and quadratically beyond 16 times the
 * size at which tasks last ended (or 16). Tasks that wait for queued tasks can then proceed. An
 * outage behind the pool does not create a thread for every task: 16 times the threads exist after
 * 2 s, 64 times after 20 s.
 *
 * <p>The size is not limited to the present tasks: in a chain of tasks that wait for each other,
 * only one is queued at any time.
 *
 * <p>Only where all places are taken does the size limit, and grow. Growth that empties the queue
 * for a moment does not end a stall: only an end does.
 *
 * <p>When tasks end again, threads return to the number that the load needed before, permits to
 * their previous number. Each stall is handled like the first. The exception: growth helped, and
 * had helped shortly before. Then tasks wait for one another, and the size stays at what helped for
 * a while, twice as long each time.
 */
final class Stalls {
  private static final double QUIET_NS = 300e6;
  private static final double TASK_TIMES = 3;
  private static final double GAPS = 6;
  private static final double GAP_WEIGHT = 0.2;
  private static final double FIRST_WAIT_NS = 100e6;
  private static final double MANY_TIMES = 16;
  private static final int FEW = 16;

  /** Before the first task has ended, nobody knows how long they take. */
  private static final double FIRST_QUIET_NS = 10e9;

  private static final double BUSY_WAIT_NS = 5e9;
  private static final double BUSY = 0.9;
  private static final double MORE = 1.1;
  private static final double RECOVERY_NS = 5e9;
  private static final double HELPED_NS = 250e6;
  private static final double LATELY_NS = 60e9;
  private static final double FIRST_FLOOR_NS = 30e9;
  private static final double LONGEST_FLOOR_NS = 3_600e9;

  private long completedNs;
  private double gapNs;
  private boolean stalled;
  private int from;

  /** The size when tasks last ended. */
  private int base;

  private final boolean costsNothing;
  private final Needed needed = new Needed();

  /** Whether tasks of the last stall still run beyond the size. */
  private boolean isRecovering;

  private long recoveringSinceNs;
  private double lateNs = Double.NaN;
  private double helpedNs = Double.NEGATIVE_INFINITY;
  private int floor;
  private double floorNs = FIRST_FLOOR_NS;
  private double floorUntilNs = Double.NEGATIVE_INFINITY;

  Stalls(long nowNs, Unit unit) {
    completedNs = nowNs;
    costsNothing = unit == Unit.PERMITS;
  }

  /** The maximum number of tasks that ran at once in the last 2.5 to 5 s in which tasks ended. */
  private static final class Needed {
    private static final long PERIOD_NS = 2_500_000_000L;

    private int most;
    private int mostBefore;
    private long ns;

    void add(Look look) {
      ns += Math.min(PERIOD_NS, look.elapsed().ns());
      if (ns > PERIOD_NS) {
        mostBefore = most;
        most = 0;
        ns = 0;
      }
      most = Math.max(most, look.now().tasks().mostRunning());
    }

    int most() {
      return Math.max(most, mostBefore);
    }
  }

  /**
   * The answer to a stall.
   *
   * @param size number of tasks that may run from now on
   * @param state the state of the pool
   * @param reason the reason
   * @param over whether tasks end again
   * @param nested whether tasks appear to wait for one another
   */
  record Answer(int size, State state, String reason, boolean over, boolean nested) {
    Answer(int size, String reason) {
      this(size, State.HUNG, reason, false, false);
    }
  }

  /** Tasks stalled at sizes below this; 0 if unknown. */
  int floor(long nowNs) {
    return nowNs < floorUntilNs ? floor : 0;
  }

  /** Records that all tasks have ended. */
  void idle() {
    stalled = false;
  }

  /** Records that tasks arrive after none were present. */
  void begin(long nowNs) {
    completedNs = nowNs;
  }

  /**
   * Adds the next look; null if nothing stalls or stalled before.
   *
   * @param most the limit before the first task ends, unless nothing proceeds
   */
  @Nullable Answer look(Look look, TaskTime time, int size, long resizedNs, int most) {
    if (!Double.isNaN(time.lateNs())) {
      lateNs = time.lateNs();
    }
    if (look.completions() > 0) {
      return ended(look, size, resizedNs);
    }
    if (!look.elapsed().standing()) {
      if (stalled) {
        return new Answer(
            size, "tasks stall, " + look.now().tasks().running() + " run and none waits");
      }
      // a task may take its time while no other waits for its place, unless growth made the place
      boolean isByGrowth =
          look.now().counts().completed() > 0 && look.now().tasks().running() > base;
      completedNs = isByGrowth ? completedNs : look.nowNs();
      return null;
    }
    return look.now().counts().completed() == 0
        ? beforeTheFirst(look, size, (double) (look.nowNs() - resizedNs), most)
        : standing(look, size, (double) (look.nowNs() - resizedNs));
  }

  /** Running tasks may wait for queued ones, even with very many running. */
  private @Nullable Answer beforeTheFirst(Look look, int size, double sinceNs, int most) {
    double quietNs = look.nowNs() - completedNs;
    if (quietNs < FIRST_QUIET_NS || size < Math.min(most, look.now().limits().maximum())) {
      return null;
    }
    if (!stalled) {
      stalled = true;
      from = size;
    }
    int next = sinceNs < FIRST_QUIET_NS ? size : (int) Math.min(2L * size, Integer.MAX_VALUE);
    return new Answer(next, quiet(look, quietNs) + limit(look, size));
  }

  private @Nullable Answer standing(Look look, int size, double sinceNs) {
    double quietNs = look.nowNs() - completedNs;
    double known = Double.isNaN(lateNs) ? 0 : lateNs;
    if (quietNs < Math.max(QUIET_NS, Math.max(GAPS * gapNs, TASK_TIMES * known))) {
      return null;
    }
    String quiet = quiet(look, quietNs);
    boolean grew = stalled || size > base;
    if (!stalled) {
      stalled = true;
      from = size;
    }
    if (look.now().tasks().mostRunning() < size) {
      return new Answer(
          size, quiet + "; only " + look.now().tasks().running() + " of " + size + " run");
    }
    double times = (double) size / Math.max(FEW, back(look, base));
    double slower = Math.max(1, times / 2) * Math.max(1, times / MANY_TIMES);
    double waitNs = Math.max(FIRST_WAIT_NS, known) * slower;
    if (grew && sinceNs < waitNs) {
      return new Answer(size, quiet + "; the last growth has yet to help");
    }
    if (look.busy() >= BUSY && sinceNs < BUSY_WAIT_NS) {
      return new Answer(size, quiet + ", but the CPU is busy");
    }
    return new Answer((int) Math.min(2L * size, Integer.MAX_VALUE), quiet + limit(look, size));
  }

  /** The size to return to: the recent need of the load, at most this. */
  private int back(Look look, int most) {
    int recent = needed.most();
    if (costsNothing || recent == 0) {
      return most;
    }
    return Math.min(most, Math.max((int) Math.ceil(MORE * recent), look.least()));
  }

  /** Whether tasks of the last stall still end; until then, sizes and times are theirs. */
  boolean recovers(Look look, int size) {
    boolean isOver =
        look.now().tasks().running() <= size
            || look.completions() == 0
            || look.nowNs() - recoveringSinceNs > RECOVERY_NS;
    isRecovering &= !isOver;
    return isRecovering;
  }

  private static String quiet(Look look, double quietNs) {
    return "no task ended for "
        + time(quietNs)
        + " with "
        + look.now().tasks().queued()
        + " waiting";
  }

  private static String limit(Look look, int size) {
    int maximum = look.now().limits().maximum();
    return size < maximum ? "" : "; at the maximum of " + maximum;
  }

  private @Nullable Answer ended(Look look, int size, long resizedNs) {
    double gap = (double) (look.nowNs() - completedNs) / look.completions();
    completedNs = look.nowNs();
    base = size;
    if (!stalled && !isRecovering) {
      needed.add(look);
    }
    if (!stalled) {
      gapNs = gapNs == 0 ? gap : gapNs + GAP_WEIGHT * (gap - gapNs);
      return null;
    }
    stalled = false;
    long nowNs = look.nowNs();
    boolean helped = size > from && nowNs - resizedNs <= HELPED_NS;
    boolean again = helped && nowNs - Math.max(helpedNs, floorUntilNs) < LATELY_NS;
    helpedNs = helped ? nowNs : helpedNs;
    if (!again) {
      int back = back(look, from);
      String before = "tasks end again: " + back + " at once as before";
      isRecovering = true;
      recoveringSinceNs = nowNs;
      return new Answer(back, State.TRYING, before, true, false);
    }
    floor = size;
    floorUntilNs = nowNs + floorNs;
    floorNs = Math.min(LONGEST_FLOOR_NS, 2 * floorNs);
    String why = "tasks end when " + size + " run, and did so lately: they wait for one another";
    return new Answer(size, State.TRYING, why, true, true);
  }
}
