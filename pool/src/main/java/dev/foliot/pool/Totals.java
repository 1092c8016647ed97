package dev.foliot.pool;

/**
 * Task counts since the pool began.
 *
 * @param started number of begun tasks
 * @param completed number of ended tasks
 * @param taskTimeNs wall time of the ended tasks
 * @param queueWaitNs wait of the begun tasks
 * @param sampledTaskTimeNs wall time of tasks with sampled CPU time
 * @param sampledCpuTimeNs CPU time of the sampled tasks
 */
record Totals(
    long started,
    long completed,
    long taskTimeNs,
    long queueWaitNs,
    long sampledTaskTimeNs,
    long sampledCpuTimeNs) {
  static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);

  Totals plus(Totals other) {
    return new Totals(
        started + other.started,
        completed + other.completed,
        taskTimeNs + other.taskTimeNs,
        queueWaitNs + other.queueWaitNs,
        sampledTaskTimeNs + other.sampledTaskTimeNs,
        sampledCpuTimeNs + other.sampledCpuTimeNs);
  }
}
