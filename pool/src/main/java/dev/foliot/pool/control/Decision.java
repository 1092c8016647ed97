package dev.foliot.pool.control;

/**
 * The controller's decision and its reason.
 *
 * @param size number of tasks that may run at once from now on
 * @param state the current action of the controller
 * @param reason the reason, with figures
 * @param lookAgainNs time until the next observation is wanted, in nanoseconds, above 0; a later
 *     one loses nothing
 * @param mayGrow whether the size rises further while tasks wait: it is not found yet, and nothing
 *     else limits them
 */
public record Decision(int size, State state, String reason, long lookAgainNs, boolean mayGrow) {
  /** A decision for a size that does not rise. */
  public Decision(int size, State state, String reason, long lookAgainNs) {
    this(size, state, reason, lookAgainNs, false);
  }

  /** The current action of the controller. */
  public enum State {
    /** Growing before any task has ended, without knowing whether it helps. */
    BLIND,
    /** Trying another size. */
    TRYING,
    /** Staying at the size found. */
    HOLDING,
    /** Tasks wait and no task ends. */
    HUNG,
    /** No task runs or waits: the next observation is due when a task arrives. */
    IDLE
  }
}
