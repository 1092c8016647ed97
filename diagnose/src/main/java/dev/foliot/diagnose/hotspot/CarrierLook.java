package dev.foliot.diagnose.hotspot;

import java.util.Map;

/**
 * The pool of the carriers at one moment. Immutable.
 *
 * @param parallelism how many carriers may run at once
 * @param released how many are not in its stack of those that wait for work
 * @param total how many there are
 * @param anyWaits whether that stack holds one
 * @param heads of each queue with work, by its number: how many tasks were ever taken from it, as a
 *     number that wraps; as long as it stays, nothing was taken
 * @param queued how many tasks wait in all queues
 * @param safepoints how many times the JVM has stopped all threads; -1 where it does not tell
 * @param safepointTicks how long these were, those that have ended; -1 where it does not tell
 */
public record CarrierLook(
    int parallelism,
    int released,
    int total,
    boolean anyWaits,
    Map<Integer, Integer> heads,
    long queued,
    long safepoints,
    long safepointTicks) {
  /** Keeps a copy. */
  public CarrierLook {
    heads = Map.copyOf(heads);
  }

  /** Whether a carrier waits for work although one more may run. */
  public boolean isIdle() {
    return anyWaits && released < parallelism;
  }
}
