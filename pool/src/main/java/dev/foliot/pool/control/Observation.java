package dev.foliot.pool.control;

/**
 * The state of a pool at one moment. Counts and sums are totals since the pool began: a skipped
 * observation loses nothing.
 *
 * @param nowNs the time on a monotone clock
 * @param minimum the current minimum size, at least 1
 * @param maximum the current maximum size, at least {@code minimum}
 * @param size the current size: number of tasks that may run at once
 * @param running number of running tasks; above {@code size} until tasks begun under a greater size
 *     have ended
 * @param queued number of waiting tasks
 * @param leastQueued the minimum number of waiting tasks since the previous observation; 0 if a
 *     worker found no task
 * @param mostRunning the maximum number of running tasks since the previous observation
 * @param arrived number of accepted tasks
 * @param started number of begun tasks
 * @param completed number of ended tasks, with any result
 * @param failed those of them that failed
 * @param taskTimeNs the total wall time of all completed tasks
 * @param queueWaitNs the total wait of all begun tasks, from acceptance to begin
 * @param oldestWaitNs the wait of the queue's head, 0 if the queue is empty
 * @param sampledTaskTimeNs the wall time of completed tasks with sampled CPU time
 * @param sampledCpuTimeNs the CPU time of those tasks
 * @param cpu the CPU since the previous observation
 */
public record Observation(
    long nowNs,
    int minimum,
    int maximum,
    int size,
    int running,
    int queued,
    int leastQueued,
    int mostRunning,
    long arrived,
    long started,
    long completed,
    long failed,
    long taskTimeNs,
    long queueWaitNs,
    long oldestWaitNs,
    long sampledTaskTimeNs,
    long sampledCpuTimeNs,
    CpuReading cpu) {
  /** Number of tasks that ended with success. */
  long succeeded() {
    return completed - failed;
  }
}
