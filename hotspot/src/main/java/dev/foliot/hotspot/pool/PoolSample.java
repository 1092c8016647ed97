package dev.foliot.hotspot.pool;

import java.util.List;
import java.util.Map;

/**
 * A pool of threads at one moment. Immutable.
 *
 * @param parallelism how many of its threads may run at once; all that there are, where there is no
 *     other limit
 * @param released how many do not wait for work, by the pool's own count
 * @param total how many there are
 * @param anyWaits whether one waits for work
 * @param idle the kernel's ids of those that seem to wait for work; empty where the pool does not
 *     tell which of its threads do
 * @param heads of each queue with work, by its number: a number that stays as long as nothing is
 *     taken from it
 * @param taken a number that changes with what is taken from any queue
 * @param queued how many tasks wait in all queues
 * @param safepoints how many times the JVM has stopped all threads; -1 without counters
 * @param safepointTicks how long those that have ended took, in ticks; -1 without counters
 */
public record PoolSample(
    int parallelism,
    int released,
    int total,
    boolean anyWaits,
    List<Long> idle,
    Map<Integer, Long> heads,
    long taken,
    long queued,
    long safepoints,
    long safepointTicks) {
  /** Keeps copies. */
  public PoolSample {
    idle = List.copyOf(idle);
    heads = Map.copyOf(heads);
  }

  /** Whether a thread waits for work although one more may run. */
  public boolean isIdle() {
    return anyWaits && released < parallelism;
  }
}
