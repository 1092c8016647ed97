package dev.foliot.load;

/**
 * Receives the progress of a load. It is called on the thread that runs the load, never on a
 * measuring one.
 */
public interface LoadListener {
  /** Ignores everything. */
  LoadListener NONE = new LoadListener() {};

  /**
   * Called some milliseconds before the load begins, when all loops know the start.
   *
   * @param startNanoTime the start, by the clock of the playing process
   */
  default void begins(long startNanoTime) {}

  /**
   * Called when a phase begins.
   *
   * @param number from 0
   * @param phase the phase
   */
  default void phase(int number, LoadPhase phase) {}

  /** Called about twice a second while the load runs. */
  default void sample(LiveSample sample) {}
}
