package dev.foliot.pool;

import java.util.List;

/**
 * The state of a pool at one time. It is taken while the pool runs: related figures may differ by
 * tasks that began or ended in between.
 *
 * @param name the pool's name
 * @param size number of tasks that may run at once
 * @param limits between which the size moves
 * @param threads number of threads, including idle ones
 * @param tasks running and waiting tasks, and the counts since the pool began
 * @param times how long tasks waited and ran
 * @param resizes the last changes of size, newest last, at most 32
 * @param state the controller's last decision and its reason
 */
public record PoolSnapshot(
    String name,
    int size,
    Limits limits,
    int threads,
    Tasks tasks,
    Times times,
    List<Resize> resizes,
    String state) {
  /** Copies the list. */
  public PoolSnapshot {
    resizes = List.copyOf(resizes);
  }

  /**
   * The limits of the size.
   *
   * @param minimum the minimum size
   * @param maximum the maximum size
   * @param maximumReason why this is the maximum
   */
  public record Limits(int minimum, int maximum, String maximumReason) {}

  /**
   * The tasks now, and since the pool began.
   *
   * @param active number of running tasks
   * @param queued number of waiting tasks
   * @param submitted number of tasks accepted since the pool began, including those that {@code
   *     shutdownNow} returned; never decreases
   * @param completed number of tasks ended since the pool began
   * @param failed those of them that failed: by an exception, by {@link CurrentTask#failed}, or as
   *     {@link TaskHooks#after} decided. The pool does not grow for them
   * @param rejected number of tasks rejected since the pool began
   * @param expired number of tasks that waited longer than {@link PoolBuilder#maxQueueTime} and did
   *     not run; they count as submitted, and neither as completed nor as rejected
   * @param throughputPerS tasks completed a second, over the controller's last observation
   */
  public record Tasks(
      int active,
      int queued,
      long submitted,
      long completed,
      long failed,
      long rejected,
      long expired,
      double throughputPerS) {}

  /**
   * Durations of tasks, over the last minute or so.
   *
   * @param queueWait queue waits of a sample of tasks
   * @param taskTime wall times of tasks. Above some hundred thousand tasks a second these come from
   *     samples. The maximum then covers all tasks from 1 ms; several long tasks in a row on one
   *     thread may count as one
   */
  public record Times(DurationSummary queueWait, DurationSummary taskTime) {}
}
