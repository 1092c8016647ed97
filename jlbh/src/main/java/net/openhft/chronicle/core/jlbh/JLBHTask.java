package net.openhft.chronicle.core.jlbh;

/** A program under test of the old package, see {@link net.openhft.chronicle.jlbh.JLBHTask}. */
public interface JLBHTask {
  /** Prepares the task, before the warm-up. */
  void init(JLBH jlbh);

  /** Does the work of a message, or starts it. */
  void run(long startTimeNs);

  /** Called after the warm-up. */
  default void warmedUp() {}

  /** Called after each run. */
  default void runComplete() {}

  /** Called last. */
  default void complete() {}
}
