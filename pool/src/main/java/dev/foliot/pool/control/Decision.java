package dev.foliot.pool.control;

/**
 * What is to be done, and why.
 *
 * @param size how many tasks may run at once from now on
 * @param state what the controller is doing
 * @param reason why, in words with figures
 * @param lookAgainNs after how long the next observation is wanted, in nanoseconds, above 0;
 *     nothing is lost if it comes later
 */
public record Decision(int size, State state, String reason, long lookAgainNs) {
  /** What the controller is doing. */
  public enum State {
    /** Growing while nothing has been completed yet, so without knowing whether it helps. */
    BLIND,
    /** Trying another size. */
    TRYING,
    /** Staying at the size found. */
    HOLDING,
    /** Tasks wait and nothing ends. */
    HUNG,
    /** Nothing runs and nothing waits: no observation is wanted before the next task arrives. */
    IDLE
  }
}
