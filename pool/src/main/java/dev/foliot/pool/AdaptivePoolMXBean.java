package dev.foliot.pool;

import java.util.List;

/**
 * A pool as JMX shows it, under {@code dev.foliot.pool:type=AdaptivePool,name="..."}. The figures
 * are those of {@link PoolSnapshot}, durations in nanoseconds; attributes that are read together
 * come from one snapshot. Once the pool is gone, every call throws {@link IllegalStateException},
 * and the bean goes too.
 */
public interface AdaptivePoolMXBean {
  /** The pool's name. */
  String getName();

  /** How many tasks may run at once. */
  int getSize();

  /** The least size allowed. */
  int getMinimum();

  /**
   * Changes the least size allowed, at once.
   *
   * @param minimum 1 up to the maximum
   */
  void setMinimum(int minimum);

  /** The greatest size allowed. */
  int getMaximum();

  /**
   * Changes the greatest size allowed, at once.
   *
   * @param maximum the minimum or more
   */
  void setMaximum(int maximum);

  /** How many threads there are, idle ones included. */
  int getThreads();

  /** How many tasks run. */
  int getActive();

  /** How many tasks wait. */
  int getQueued();

  /**
   * How many tasks were accepted since the pool began, those included that {@code shutdownNow} gave
   * back.
   */
  long getSubmitted();

  /** How many tasks ended since the pool began. */
  long getCompleted();

  /** How many tasks were rejected since the pool began. */
  long getRejected();

  /** Tasks completed a second. */
  double getThroughputPerS();

  /** Half of the tasks of the last minute waited at most so long. */
  long getQueueWaitP50Ns();

  /** Nine in ten of the tasks of the last minute waited at most so long. */
  long getQueueWaitP90Ns();

  /** 99 in 100 of the tasks of the last minute waited at most so long. */
  long getQueueWaitP99Ns();

  /** The longest wait of the last minute. */
  long getQueueWaitMaxNs();

  /** Half of the tasks of the last minute ran at most so long. */
  long getTaskTimeP50Ns();

  /** Nine in ten of the tasks of the last minute ran at most so long. */
  long getTaskTimeP90Ns();

  /** 99 in 100 of the tasks of the last minute ran at most so long. */
  long getTaskTimeP99Ns();

  /** The longest run of the last minute. */
  long getTaskTimeMaxNs();

  /** What the pool does, and why. */
  String getState();

  /** The last changes of size, newest last, a line each: when, from, to, and why. */
  List<String> resizes();
}
