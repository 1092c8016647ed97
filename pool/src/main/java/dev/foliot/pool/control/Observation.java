package dev.foliot.pool.control;

/**
 * What is known of a pool at one moment. Counts and sums are totals since the pool began, so that
 * an observation that was not looked at loses nothing.
 *
 * @param nowNs the time on a monotone clock
 * @param minimum the least size that is allowed now, at least 1
 * @param maximum the greatest size that is allowed now, at least {@code minimum}
 * @param size the size that is in force: how many tasks may run at once
 * @param running how many tasks run now; above {@code size} for as long as tasks that began under a
 *     greater size have not ended
 * @param queued how many tasks wait now
 * @param leastQueued the fewest that waited at any moment since the observation before: 0 if a
 *     worker found nothing to do
 * @param mostRunning the most that ran at once since the observation before
 * @param arrived how many tasks were accepted
 * @param started how many tasks were begun
 * @param completed how many tasks ended, in whatever way
 * @param taskTimeNs the wall time of all completed tasks together, from begin to end
 * @param queueWaitNs the wait of all begun tasks together, from acceptance to begin
 * @param oldestWaitNs how long the head of the queue has waited, 0 if nothing waits
 * @param sampledTaskTimeNs the wall time of those completed tasks whose CPU time was sampled
 * @param sampledCpuTimeNs the CPU time of those tasks
 * @param cpu the CPU since the observation before
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
    long taskTimeNs,
    long queueWaitNs,
    long oldestWaitNs,
    long sampledTaskTimeNs,
    long sampledCpuTimeNs,
    CpuReading cpu) {}
