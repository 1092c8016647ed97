package dev.foliot.pool.control;

import static dev.foliot.pool.control.DecisionText.time;

import dev.foliot.pool.control.Decision.State;
import org.jspecify.annotations.Nullable;

/**
 * Notices that tasks wait and none ends, and lets more of them run: twice as many at once, then
 * again after a wait that grows with the size, and with its square beyond 16 times the size at
 * which tasks ended last (or 16). So tasks that wait for others in the queue go on, and an outage
 * behind the pool is not met with a thread for every task: 16 times the threads are there after 2
 * s, 64 times after 20 s.
 *
 * <p>The size is not cut to the tasks that are there: of a chain of tasks each of which waits for
 * the next, only one waits in the queue at any time.
 *
 * <p>When tasks end again the size is as before, unless it was the growth that helped, and had
 * helped not long ago: then there is work whose tasks wait for one another, and the size is not to
 * fall below what helped for a while, which is twice as long each time.
 */
final class Hangs {
  private static final double QUIET_NS = 300e6;
  private static final double TASK_TIMES = 3;
  private static final double GAPS = 6;
  private static final double GAP_WEIGHT = 0.2;
  private static final double FIRST_WAIT_NS = 100e6;
  private static final double MANY_TIMES = 16;
  private static final int FEW = 16;

  /** Before the first task has ended nobody knows how long they take. */
  private static final double FIRST_QUIET_NS = 10e9;

  private static final double BUSY_WAIT_NS = 5e9;
  private static final double BUSY = 0.9;
  private static final double HELPED_NS = 250e6;
  private static final double LATELY_NS = 60e9;
  private static final double FIRST_FLOOR_NS = 30e9;
  private static final double LONGEST_FLOOR_NS = 3_600e9;

  private long completedNs;
  private double gapNs;
  private boolean hung;
  private int from;
  private int base;
  private double lateNs = Double.NaN;
  private double helpedNs = Double.NEGATIVE_INFINITY;
  private int floor;
  private double floorNs = FIRST_FLOOR_NS;
  private double floorUntilNs = Double.NEGATIVE_INFINITY;

  Hangs(long nowNs) {
    completedNs = nowNs;
  }

  /**
   * What to do about a hang.
   *
   * @param size how many tasks may run from now on
   * @param state what the pool is in
   * @param reason why
   * @param over whether tasks end again
   * @param nested whether tasks wait for one another, as far as can be told
   */
  record Answer(int size, State state, String reason, boolean over, boolean nested) {
    Answer(int size, String reason) {
      this(size, State.HUNG, reason, false, false);
    }
  }

  /** Below this the size would be one at which tasks hung; 0 if none is known. */
  int floor(long nowNs) {
    return nowNs < floorUntilNs ? floor : 0;
  }

  /** All tasks have ended. */
  void idle() {
    hung = false;
  }

  /** Tasks have come after there were none. */
  void begin(long nowNs) {
    completedNs = nowNs;
  }

  /**
   * Takes what happened next; null if nothing hangs or did so before.
   *
   * @param most as many as may run before the first task has ended, unless nothing goes on
   */
  @Nullable Answer look(Look look, TaskTime time, int size, long resizedNs, int most) {
    if (!Double.isNaN(time.lateNs())) {
      lateNs = time.lateNs();
    }
    if (look.completions() > 0) {
      return ended(look, size, resizedNs);
    }
    if (!look.elapsed().standing()) {
      if (hung) {
        return new Answer(size, "tasks hang, none waits");
      }
      // a task may take its time where none waits for its place
      completedNs = look.nowNs();
      return null;
    }
    return look.now().completed() == 0
        ? beforeTheFirst(look, size, (double) (look.nowNs() - resizedNs), most)
        : standing(look, size, (double) (look.nowNs() - resizedNs));
  }

  /** What runs may wait for what waits, also where far more run than anybody would like. */
  private @Nullable Answer beforeTheFirst(Look look, int size, double sinceNs, int most) {
    double quietNs = look.nowNs() - completedNs;
    if (quietNs < FIRST_QUIET_NS || size < Math.min(most, look.now().maximum())) {
      return null;
    }
    if (!hung) {
      hung = true;
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
    boolean grew = hung || size > base;
    if (!hung) {
      hung = true;
      from = size;
    }
    double times = (double) size / Math.max(FEW, base);
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

  private static String quiet(Look look, double quietNs) {
    return "no task ended for " + time(quietNs) + " with " + look.now().queued() + " waiting";
  }

  private static String limit(Look look, int size) {
    int maximum = look.now().maximum();
    return size < maximum ? "" : "; at the maximum of " + maximum;
  }

  private @Nullable Answer ended(Look look, int size, long resizedNs) {
    double gap = (double) (look.nowNs() - completedNs) / look.completions();
    completedNs = look.nowNs();
    base = size;
    if (!hung) {
      gapNs = gapNs == 0 ? gap : gapNs + GAP_WEIGHT * (gap - gapNs);
      return null;
    }
    hung = false;
    long nowNs = look.nowNs();
    boolean helped = size > from && nowNs - resizedNs <= HELPED_NS;
    boolean again = helped && nowNs - Math.max(helpedNs, floorUntilNs) < LATELY_NS;
    helpedNs = helped ? nowNs : helpedNs;
    if (!again) {
      String before = "tasks end again: " + from + " at once as before";
      return new Answer(from, State.TRYING, before, true, false);
    }
    floor = size;
    floorUntilNs = nowNs + floorNs;
    floorNs = Math.min(LONGEST_FLOOR_NS, 2 * floorNs);
    String why = "tasks end when " + size + " run, and did so lately: they wait for one another";
    return new Answer(size, State.TRYING, why, true, true);
  }
}
