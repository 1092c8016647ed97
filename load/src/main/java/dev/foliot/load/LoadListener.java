package dev.foliot.load;

/** Hears how a load goes on. Called by the thread that runs it, never by one that measures. */
public interface LoadListener {
  /** Hears nothing. */
  LoadListener NONE = new LoadListener() {};

  /**
   * All loops have heard when the load begins, some milliseconds before it does.
   *
   * @param startNanoTime when, by the clock of who plays it
   */
  default void begins(long startNanoTime) {}

  /**
   * A phase begins.
   *
   * @param number from 0
   * @param phase which
   */
  default void phase(int number, LoadPhase phase) {}
}
