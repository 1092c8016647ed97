package dev.foliot.pool.control;

import dev.foliot.pool.control.Decision.State;
import org.jspecify.annotations.Nullable;

/**
 * Decides how many tasks may run at once.
 *
 * <p>It ramps first. While tasks wait, the CPU is not fully used and tasks take no longer than
 * alone, the size doubles every 100 ms, even before the first task ends. If more tasks only take
 * longer, it measures, and by Little's law [1] computes the number needed: throughput times the
 * time of a task alone. It adds some for the tasks' variation, as in square-root staffing [2].
 * Permits cost nothing and get twice the number. It then searches: it keeps a greater size if
 * throughput rose, and a smaller one if none was lost. It then holds, explores less and less often,
 * and restarts if throughput shows that the work has changed. BBR [3] also sends by the product of
 * maximum throughput and minimum time.
 *
 * <p>It is a function of the observations so far: no thread, no clock, no randomness. Not
 * thread-safe: one caller at a time.
 *
 * <p>[1] Little, "A Proof for the Queuing Formula L = λW", Operations Research 9, 1961. [2] Halfin
 * and Whitt, "Heavy-Traffic Limits for Queues with Many Exponential Servers", Operations Research
 * 29, 1981. [3] Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 14, 2016.
 */
public final class Controller {
  private final int start;
  private final Unit unit;
  private @Nullable ControllerState state;

  /**
   * A controller without observations.
   *
   * @param start the initial size, at least 1
   * @param unit the unit of sizes
   */
  public Controller(int start, Unit unit) {
    if (start < 1) {
      throw new IllegalArgumentException("a pool begins with 1 or more, not " + start);
    }
    this.start = start;
    this.unit = unit;
  }

  /** The initial size. */
  public int start() {
    return start;
  }

  /**
   * Decides from an observation, which covers the time since the previous one.
   *
   * @param now later than the previous one, of the same pool; a size changed elsewhere is accepted
   */
  public Decision next(Observation now) {
    ControllerState known = state;
    if (known == null) {
      state = new ControllerState(now, unit);
      return new Decision(
          now.size(), State.BLIND, "begins with " + now.size(), ControllerState.LOOK_NS, true);
    }
    return known.next(now);
  }
}
