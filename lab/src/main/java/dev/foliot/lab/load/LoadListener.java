package dev.foliot.lab.load;

/** Hears how a load goes on. Called by the thread that runs it, never by one that measures. */
public interface LoadListener {
  /** Hears nothing. */
  LoadListener NONE = new LoadListener() {};

  /**
   * A phase begins.
   *
   * @param number from 0
   * @param phase which
   */
  default void phase(int number, LoadPhase phase) {}
}
