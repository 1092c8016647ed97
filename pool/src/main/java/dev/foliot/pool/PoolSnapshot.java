package dev.foliot.pool;

import java.util.List;

/**
 * What the pool is doing. Taken without stopping it: figures that belong together may differ by the
 * tasks that began or ended meanwhile.
 *
 * @param name the pool's name
 * @param size how many tasks may run at once
 * @param minimum the least size allowed
 * @param maximum the greatest size allowed
 * @param threads how many threads there are, idle ones included
 * @param active how many tasks run
 * @param queued how many tasks wait
 * @param submitted how many tasks were accepted since the pool began, those included that {@code
 *     shutdownNow} gave back; never less than in a snapshot before
 * @param completed how many tasks ended since the pool began
 * @param rejected how many tasks were rejected since the pool began
 * @param throughputPerS tasks completed a second, over the last observation of the controller
 * @param queueWait how long tasks waited before they began, sampled, over the last minute or so
 * @param taskTime how long tasks ran, wall time, over the last minute or so. Above some hundred
 *     thousand tasks a second it is of samples; the greatest is then that of all tasks, too, but
 *     for those below 1 ms, and several long ones that ran right after each other on one thread may
 *     be taken for one
 * @param resizes the last changes of size, newest last, at most 32
 * @param state the controller's last words: what it does and why
 */
public record PoolSnapshot(
    String name,
    int size,
    int minimum,
    int maximum,
    int threads,
    int active,
    int queued,
    long submitted,
    long completed,
    long rejected,
    double throughputPerS,
    DurationSummary queueWait,
    DurationSummary taskTime,
    List<Resize> resizes,
    String state) {
  /** Copies the list. */
  public PoolSnapshot {
    resizes = List.copyOf(resizes);
  }
}
