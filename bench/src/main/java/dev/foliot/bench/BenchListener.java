package dev.foliot.bench;

/** Hears how a bench goes on. Called by the thread that runs it, never by one that measures. */
public interface BenchListener {
  /** Hears nothing. */
  BenchListener NONE = new BenchListener() {};

  /** A phase begins; the measured load starts a few milliseconds after {@link Phase#MEASURE}. */
  default void phase(Phase phase) {}

  /**
   * A thread takes part in the measurement.
   *
   * @param role as in {@code producer 0}
   * @param osThreadId the kernel's id of the thread
   */
  default void thread(String role, long osThreadId) {}
}
