package dev.foliot.hotspot.pool;

import java.util.List;
import java.util.Map;

/**
 * A thread pool at one moment. Immutable.
 *
 * @param parallelism how many of its threads may run at once; all threads of a pool without another
 *     limit
 * @param released how many do not wait for work, by the pool's own count
 * @param total the number of threads
 * @param anyWaits whether a thread waits for work
 * @param idle the kernel's ids of threads that seem to wait for work; empty if the pool does not
 *     identify them
 * @param tasks those that wait
 * @param stops of the JVM so far
 */
public record PoolSample(
    int parallelism,
    int released,
    int total,
    boolean anyWaits,
    List<Long> idle,
    Tasks tasks,
    Stops stops) {
  /** Keeps a copy. */
  public PoolSample {
    idle = List.copyOf(idle);
  }

  /**
   * The waiting tasks.
   *
   * @param heads per queue with work, by its number: a value that stays the same until a task is
   *     taken from it
   * @param taken a value that changes when a task is taken from any queue
   * @param queued how many tasks wait in all queues
   */
  public record Tasks(Map<Integer, Long> heads, long taken, long queued) {
    /** Keeps a copy. */
    public Tasks {
      heads = Map.copyOf(heads);
    }
  }

  /**
   * How often the JVM has stopped all threads.
   *
   * @param safepoints the number, the present one included; -1 without counters
   * @param ticks the duration of the completed ones, in ticks; -1 without counters
   */
  public record Stops(long safepoints, long ticks) {
    /** The JVM has no counters. */
    public static final Stops UNKNOWN = new Stops(-1, -1);
  }

  /** Whether a thread waits for work although the pool may run one more. */
  public boolean isIdle() {
    return anyWaits && released < parallelism;
  }
}
