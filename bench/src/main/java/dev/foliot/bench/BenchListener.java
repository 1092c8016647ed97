package dev.foliot.bench;

import java.util.function.Supplier;

/**
 * Follows the progress of a bench. The thread that runs the bench calls it, never a measuring
 * thread.
 */
public interface BenchListener {
  /** Ignores everything. */
  BenchListener NONE = new BenchListener() {};

  /**
   * Reports the start of a phase. The measured load starts a few milliseconds after {@link
   * Phase#MEASURE}.
   */
  default void phase(Phase phase) {}

  /**
   * Reports a thread that takes part in the measurement.
   *
   * @param role as in {@code producer 0}
   * @param osThreadId the kernel's id of the thread
   */
  default void thread(String role, long osThreadId) {}

  /**
   * Reports that the load has ended, before the task's last methods are called: a task may end the
   * JVM in one of them.
   *
   * @param soFar makes the measurement as it is then
   */
  default void loadEnded(Supplier<Measurement> soFar) {}
}
