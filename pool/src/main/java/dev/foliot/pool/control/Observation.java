package dev.foliot.pool.control;

/**
 * The state of a pool at one moment. Counts and sums are totals since the pool began: a skipped
 * observation loses nothing.
 *
 * @param nowNs the time on a monotone clock
 * @param limits between which the size may be
 * @param size the current size: number of tasks that may run at once
 * @param tasks those that run or wait
 * @param counts of tasks
 * @param times of tasks
 * @param cpu the CPU since the previous observation
 */
public record Observation(
    long nowNs, Limits limits, int size, Tasks tasks, Counts counts, Times times, CpuReading cpu) {
  /**
   * The current limits of the size.
   *
   * @param minimum at least 1
   * @param maximum at least {@code minimum}
   */
  public record Limits(int minimum, int maximum) {}

  /**
   * The tasks in the pool.
   *
   * @param running number of running tasks; above the size until tasks begun under a greater size
   *     have ended
   * @param queued number of waiting tasks
   * @param leastQueued the minimum number of waiting tasks since the previous observation; 0 if a
   *     worker found no task
   * @param mostRunning the maximum number of running tasks since the previous observation
   * @param oldestWaitNs the wait of the queue's head, 0 if the queue is empty
   */
  public record Tasks(
      int running, int queued, int leastQueued, int mostRunning, long oldestWaitNs) {
    /** Whether no task runs and none waits. */
    public boolean isNone() {
      return running == 0 && queued == 0;
    }
  }

  /**
   * Numbers of tasks since the pool began.
   *
   * @param arrived number of accepted tasks
   * @param started number of begun tasks
   * @param completed number of ended tasks, with any result
   * @param failed those of them that failed
   */
  public record Counts(long arrived, long started, long completed, long failed) {
    /** Number of tasks that ended with success. */
    long succeeded() {
      return completed - failed;
    }
  }

  /**
   * Sums of tasks' times since the pool began.
   *
   * @param taskTimeNs the total wall time of all completed tasks
   * @param queueWaitNs the total wait of all begun tasks, from acceptance to begin
   * @param sampledTaskTimeNs the wall time of completed tasks with sampled CPU time
   * @param sampledCpuTimeNs the CPU time of those tasks
   */
  public record Times(
      long taskTimeNs, long queueWaitNs, long sampledTaskTimeNs, long sampledCpuTimeNs) {}
}
