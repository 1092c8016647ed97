package dev.foliot.pool.control;

import static dev.foliot.pool.control.Words.time;

import dev.foliot.pool.control.Decision.State;
import org.jspecify.annotations.Nullable;

/**
 * Notices that tasks wait and none ends, and lets more of them run: twice as many at once, then
 * again after twice as long each time, so that tasks that wait for others in the queue go on, but
 * an outage behind the pool is not met with all the threads there are.
 */
final class Hangs {
  private static final double QUIET_NS = 300e6;
  private static final double TASK_TIMES = 3;
  private static final double GAPS = 6;
  private static final double GAP_WEIGHT = 0.2;
  private static final double FIRST_WAIT_NS = 100e6;
  private static final double BUSY_WAIT_NS = 5e9;
  private static final double BUSY = 0.9;

  private long completedNs;
  private double gapNs;
  private boolean hung;
  private int from;
  private double waitNs;

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
   */
  record Answer(int size, State state, String reason, boolean over) {}

  /** All tasks have ended. */
  void idle() {
    hung = false;
  }

  /** Tasks have come after there were none. */
  void begin(long nowNs) {
    completedNs = nowNs;
  }

  /** Takes what happened next; null if nothing hangs or did so before. */
  @Nullable Answer look(Look look, TaskTime time, int size, long resizedNs) {
    if (look.completions() > 0) {
      return ended(look);
    }
    if (look.now().completed() == 0 || Double.isNaN(time.lateNs())) {
      return null;
    }
    if (!look.elapsed().standing()) {
      if (hung) {
        return new Answer(size, State.HUNG, "tasks hang, none waits", false);
      }
      // a task may take its time where none waits for its place
      completedNs = look.nowNs();
      return null;
    }
    double quietNs = look.nowNs() - completedNs;
    if (quietNs < Math.max(QUIET_NS, Math.max(GAPS * gapNs, TASK_TIMES * time.lateNs()))) {
      return null;
    }
    String quiet =
        "no task ended for " + time(quietNs) + " with " + look.now().queued() + " waiting";
    double sinceNs = look.nowNs() - resizedNs;
    if (!hung) {
      hung = true;
      from = size;
      waitNs = Math.max(FIRST_WAIT_NS, time.lateNs());
    } else if (sinceNs < waitNs) {
      return new Answer(size, State.HUNG, quiet + "; the last growth has yet to help", false);
    } else {
      waitNs *= 2;
    }
    if (look.busy() >= BUSY && sinceNs < BUSY_WAIT_NS) {
      return new Answer(size, State.HUNG, quiet + ", but the CPU is busy", false);
    }
    int grown = (int) Math.min(2L * size, look.tasks());
    return new Answer(Math.max(size, grown), State.HUNG, quiet, false);
  }

  private @Nullable Answer ended(Look look) {
    double gap = (double) (look.nowNs() - completedNs) / look.completions();
    completedNs = look.nowNs();
    if (!hung) {
      gapNs = gapNs == 0 ? gap : gapNs + GAP_WEIGHT * (gap - gapNs);
      return null;
    }
    hung = false;
    return new Answer(from, State.TRYING, "tasks end again: as before", true);
  }
}
