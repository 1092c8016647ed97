package dev.foliot.store.series;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An interval of a load: a line of {@code requests.csv}. Requests belong to the interval of their
 * end, so some intervals follow the end of a phase.
 *
 * @param startMs start, from the start of the measured load, in milliseconds; negative before
 * @param endMs end, in the same form
 * @param counts of its requests
 * @param times of its answers; in a file they come from the histograms
 */
public record LoadInterval(
    double startMs, double endMs, @JsonUnwrapped Counts counts, @JsonUnwrapped Times times) {
  /** The columns of the file, without the times. */
  public static final List<String> COLUMNS =
      List.of("start_ms", "end_ms", "sent", "ok", "errors", "in_flight", "connections");

  private static final double NS_PER_MS = 1e6;

  /**
   * The numbers of requests.
   *
   * @param sent requests sent in it
   * @param ok requests with the expected answer
   * @param errors failed requests
   * @param inFlight requests in flight at its end
   * @param connections open connections at about that time
   */
  public record Counts(long sent, long ok, long errors, long inFlight, long connections) {}

  /**
   * The times of successful requests, in nanoseconds; null without one.
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
    /** Without a successful request. */
    public static final Times NONE = new Times(null, null, null, null, null, null, null);
  }

  /** Its end in nanoseconds. */
  public long endNs() {
    return Math.round(endMs * NS_PER_MS);
  }

  /** Its line of the file. */
  public List<Object> row() {
    return List.of(
        startMs, endMs, counts.sent, counts.ok, counts.errors, counts.inFlight, counts.connections);
  }
}
