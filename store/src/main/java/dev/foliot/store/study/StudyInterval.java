package dev.foliot.store.study;

import dev.foliot.store.series.LoadInterval;

/**
 * An interval of a load: a line of {@code study-series.csv}. Requests belong to the interval of
 * their end. Requests intended in a phase may end after it. Intervals may therefore follow its end.
 * Durations are in nanoseconds, null if empty.
 *
 * @param startMs start, from the start of the measured load, in milliseconds; negative before
 * @param endMs end, in the same form
 * @param requests the requests in it
 * @param times how long they took
 */
public record StudyInterval(
    double startMs, double endMs, LoadInterval.Counts requests, LoadInterval.Times times) {
  private static final double NS_PER_MS = 1e6;

  /** An interval of a load, with times that count from this much earlier, in nanoseconds. */
  public static StudyInterval of(LoadInterval one, long byNs) {
    return new StudyInterval(
        (Math.round(one.startMs() * NS_PER_MS) + byNs) / NS_PER_MS,
        (one.endNs() + byNs) / NS_PER_MS,
        one.counts(),
        one.times());
  }

  /**
   * An interval with only a count known.
   *
   * @param startNs from the start of the load
   * @param endNs end, in the same form
   * @param done operations that ended in it
   * @param clients number of clients
   */
  public static StudyInterval counted(long startNs, long endNs, long done, int clients) {
    return new StudyInterval(
        startNs / NS_PER_MS,
        endNs / NS_PER_MS,
        new LoadInterval.Counts(done, done, 0, clients, 0),
        LoadInterval.Times.NONE);
  }

  /** Its end in nanoseconds. */
  public long endNs() {
    return Math.round(endMs * NS_PER_MS);
  }

  /** Requests with the expected answer. */
  public long ok() {
    return requests.ok();
  }

  /** Requests answered as they should, a second. */
  public double throughputPerS() {
    return ok() * 1e3 / (endMs - startMs);
  }
}
