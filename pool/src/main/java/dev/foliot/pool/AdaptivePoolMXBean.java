package dev.foliot.pool;

import java.util.List;

/**
 * The view of a pool in JMX, under {@code dev.foliot.pool:type=AdaptivePool,name="..."}. The
 * figures are those of {@link PoolSnapshot}, with durations in nanoseconds. Attributes read
 * together come from one snapshot. Once the pool is collected, every call throws {@link
 * IllegalStateException}, and the bean disappears.
 */
public interface AdaptivePoolMXBean {
  /** The pool's name. */
  String getName();

  /** The current size: number of tasks that may run at once. */
  int getSize();

  /** The minimum size. */
  int getMinimum();

  /**
   * Changes the minimum size, at once.
   *
   * @param minimum 1 up to the maximum
   */
  void setMinimum(int minimum);

  /** The maximum size. */
  int getMaximum();

  /**
   * Changes the maximum size, at once.
   *
   * @param maximum the minimum or more
   */
  void setMaximum(int maximum);

  /** Number of threads, including idle ones. */
  int getThreads();

  /** Number of running tasks. */
  int getActive();

  /** Number of waiting tasks. */
  int getQueued();

  /**
   * Number of tasks accepted since the pool began, including those that {@code shutdownNow}
   * returned.
   */
  long getSubmitted();

  /** Number of tasks ended since the pool began. */
  long getCompleted();

  /** Number of tasks that failed since the pool began. */
  long getFailed();

  /** Number of tasks that waited too long and did not run. */
  long getExpired();

  /** The reason for the maximum size. */
  String getMaximumReason();

  /** Number of tasks rejected since the pool began. */
  long getRejected();

  /** Tasks completed a second. */
  double getThroughputPerS();

  /** The median queue wait of the last minute. */
  long getQueueWaitP50Ns();

  /** The 90th percentile of the queue wait in the last minute. */
  long getQueueWaitP90Ns();

  /** The 99th percentile of the queue wait in the last minute. */
  long getQueueWaitP99Ns();

  /** The longest queue wait of the last minute. */
  long getQueueWaitMaxNs();

  /** The median run time of tasks in the last minute. */
  long getTaskTimeP50Ns();

  /** The 90th percentile of tasks' run time in the last minute. */
  long getTaskTimeP90Ns();

  /** The 99th percentile of tasks' run time in the last minute. */
  long getTaskTimeP99Ns();

  /** The longest run time of a task in the last minute. */
  long getTaskTimeMaxNs();

  /** The pool's current action, with its reason. */
  String getState();

  /** The last changes of size, newest last. Each line has time, old size, new size and reason. */
  List<String> resizes();
}
