package dev.foliot.pool;

/**
 * What was counted of the tasks since the pool began.
 *
 * @param started how many were begun
 * @param completed how many ended
 * @param taskTimeNs the wall time of the completed ones
 * @param queueWaitNs the wait of the begun ones
 * @param sampledTaskTimeNs the wall time of those whose CPU time was sampled
 * @param sampledCpuTimeNs the CPU time of those
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
