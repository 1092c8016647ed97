package dev.foliot.pool.control;

import dev.foliot.pool.control.Decision.State;
import org.jspecify.annotations.Nullable;

/**
 * Decides how many tasks may run at once.
 *
 * <p>It ramps: as long as tasks wait, the CPU is not in full use and tasks take no longer than
 * alone, the size doubles every 100 ms, before the first task has ended too. When more tasks at
 * once only take longer, it measures, and by Little's law [1] goes to as many as bring the
 * throughput seen: throughput times the time that a task takes alone, and some more for the tasks'
 * variation, as in square-root staffing [2]; of permits, which cost nothing, to twice as many. From
 * there it searches: a greater size is kept if it brought throughput, a smaller one if it lost
 * none. Then it holds, looks around ever more rarely, and begins anew when throughput says that the
 * work is other work. The product of the greatest throughput and the least time is also what BBR
 * [3] sends by.
 *
 * <p>A function of the observations so far: no thread, no clock, no chance. Not thread-safe: one
 * caller at a time.
 *
 * <p>[1] Little, "A Proof for the Queuing Formula L = λW", Operations Research 9, 1961. [2] Halfin
 * and Whitt, "Heavy-Traffic Limits for Queues with Many Exponential Servers", Operations Research
 * 29, 1981. [3] Cardwell et al., "BBR: Congestion-Based Congestion Control", ACM Queue 14, 2016.
 */
public final class Controller {
  private final int start;
  private final Unit unit;
  private @Nullable ControllerState course;

  /**
   * A controller that has seen nothing yet.
   *
   * @param start the size to begin with, at least 1
   * @param unit what the sizes are of
   */
  public Controller(int start, Unit unit) {
    if (start < 1) {
      throw new IllegalArgumentException("a pool begins with 1 or more, not " + start);
    }
    this.start = start;
    this.unit = unit;
  }

  /** The size to begin with. */
  public int start() {
    return start;
  }

  /**
   * Decides on what was seen since the observation before.
   *
   * @param now later than the observation before, of the same pool; a size that was not decided
   *     here is taken as it is
   */
  public Decision next(Observation now) {
    ControllerState known = course;
    if (known == null) {
      course = new ControllerState(now, unit);
      return new Decision(
          now.size(), State.BLIND, "begins with " + now.size(), ControllerState.LOOK_NS);
    }
    return known.next(now);
  }
}
