package dev.foliot.pool.control;

import dev.foliot.pool.control.Decision.State;

/** Decides how many tasks may run at once. Not thread-safe: one caller at a time. */
public final class Controller {
  private static final long LOOK_NS = 100_000_000;

  private final int start;

  /**
   * A controller that has seen nothing yet.
   *
   * @param start the size to begin with, at least 1
   */
  public Controller(int start) {
    this.start = start;
  }

  /** The size to begin with. */
  public int start() {
    return start;
  }

  /** Decides on what was seen since the observation before. */
  public Decision next(Observation o) {
    if (o.running() == 0 && o.queued() == 0) {
      return new Decision(o.size(), State.IDLE, "nothing to do", LOOK_NS);
    }
    if (o.leastQueued() > 0) {
      int size = Math.min(2 * o.size(), o.maximum());
      return new Decision(size, State.BLIND, o.size() + " → " + size + ": tasks wait", LOOK_NS);
    }
    return new Decision(o.size(), State.HOLDING, "no task waits", LOOK_NS);
  }
}
