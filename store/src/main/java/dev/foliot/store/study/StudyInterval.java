package dev.foliot.store.study;

import org.jspecify.annotations.Nullable;

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
public record StudyInterval(double startMs, double endMs, Requests requests, Times times) {
  private static final double NS_PER_MS = 1e6;

  /**
   * The requests of an interval.
   *
   * @param sent requests sent in it
   * @param ok requests with the expected answer
   * @param errors failed requests
   * @param inFlight requests in flight at its end
   * @param connections open connections at about that time
   */
  public record Requests(long sent, long ok, long errors, long inFlight, long connections) {}

  /**
   * The times of an interval, in nanoseconds.
   *
   * @param responseP50Ns the median response time
   * @param responseP99Ns the 99th percentile
   * @param responseMaxNs the maximum
   * @param serviceP50Ns the median service time
   * @param serviceP99Ns the 99th percentile
   * @param backlogMeanNs the mean backlog
   * @param latenessMaxNs the maximum lateness
   */
  public record Times(
      @Nullable Long responseP50Ns,
      @Nullable Long responseP99Ns,
      @Nullable Long responseMaxNs,
      @Nullable Long serviceP50Ns,
      @Nullable Long serviceP99Ns,
      @Nullable Long backlogMeanNs,
      @Nullable Long latenessMaxNs) {
    /** Nothing was timed. */
    public static final Times UNKNOWN = new Times(null, null, null, null, null, null, null);
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
        new Requests(done, done, 0, clients, 0),
        Times.UNKNOWN);
  }

  /** The same interval with times counted from this much earlier, in nanoseconds. */
  public StudyInterval later(long byNs) {
    return new StudyInterval(
        (Math.round(startMs * NS_PER_MS) + byNs) / NS_PER_MS,
        (endNs() + byNs) / NS_PER_MS,
        requests,
        times);
  }

  /** Its end in nanoseconds. */
  public long endNs() {
    return Math.round(endMs * NS_PER_MS);
  }

  /** Requests with the expected answer. */
  public long ok() {
    return requests.ok;
  }

  /** Requests answered as they should, a second. */
  public double throughputPerS() {
    return ok() * 1e3 / (endMs - startMs);
  }
}
