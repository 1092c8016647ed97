package net.openhft.chronicle.jlbh;

/** A program under test, as JLBH's users write it. The thread that starts {@link JLBH} calls it. */
public interface JLBHTask {
  /**
   * Prepares the task, before the warm-up.
   *
   * @param jlbh the harness
   */
  void init(JLBH jlbh);

  /**
   * Does the work of a message, or starts it.
   *
   * @param startTimeNs when the message was due, by {@link System#nanoTime}; its actual start where
   *     {@link JLBHOptions#accountForCoordinatedOmission} is off
   */
  void run(long startTimeNs);

  /** Called after the warm-up. */
  default void warmedUp() {}

  /** Called after each run. */
  default void runComplete() {}

  /** Called last, after all results were written. */
  default void complete() {}
}
