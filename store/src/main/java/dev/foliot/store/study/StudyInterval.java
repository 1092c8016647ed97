package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An interval of a load: a line of {@code study-series.csv}. Requests belong to the interval of
 * their end. Requests intended in a phase may end after it. Intervals may therefore follow its end.
 * Durations are in nanoseconds, null if empty.
 *
 * @param startMs start, from the start of the measured load, in milliseconds; negative before
 * @param endMs end, in the same form
 * @param sent requests sent in it
 * @param ok requests with the expected answer
 * @param errors failed requests
 * @param inFlight requests in flight at its end
 * @param connections open connections at about that time
 * @param responseP50Ns the median response time
 * @param responseP99Ns the 99th percentile
 * @param responseMaxNs the maximum
 * @param serviceP50Ns the median service time
 * @param serviceP99Ns the 99th percentile
 * @param backlogMeanNs the mean backlog
 * @param latenessMaxNs the maximum lateness
 */
public record StudyInterval(
    double startMs,
    double endMs,
    long sent,
    long ok,
    long errors,
    long inFlight,
    long connections,
    @Nullable Long responseP50Ns,
    @Nullable Long responseP99Ns,
    @Nullable Long responseMaxNs,
    @Nullable Long serviceP50Ns,
    @Nullable Long serviceP99Ns,
    @Nullable Long backlogMeanNs,
    @Nullable Long latenessMaxNs) {
  static final List<String> COLUMNS =
      List.of(
          "start_ms",
          "end_ms",
          "sent",
          "ok",
          "errors",
          "in_flight",
          "connections",
          "response_p50_ns",
          "response_p99_ns",
          "response_max_ns",
          "service_p50_ns",
          "service_p99_ns",
          "backlog_mean_ns",
          "lateness_max_ns");

  private static final double NS_PER_MS = 1e6;

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
        done,
        done,
        0,
        clients,
        0,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Its end in nanoseconds. */
  public long endNs() {
    return Math.round(endMs * NS_PER_MS);
  }

  /** Requests answered as they should, a second. */
  public double throughputPerS() {
    return ok * 1e3 / (endMs - startMs);
  }

  static StudyInterval of(CsvTable.Row row) {
    return new StudyInterval(
        row.number("start_ms"),
        row.number("end_ms"),
        row.whole("sent"),
        row.whole("ok"),
        row.whole("errors"),
        row.whole("in_flight"),
        row.whole("connections"),
        row.wholeOrNull("response_p50_ns"),
        row.wholeOrNull("response_p99_ns"),
        row.wholeOrNull("response_max_ns"),
        row.wholeOrNull("service_p50_ns"),
        row.wholeOrNull("service_p99_ns"),
        row.wholeOrNull("backlog_mean_ns"),
        row.wholeOrNull("lateness_max_ns"));
  }

  List<@Nullable Object> row() {
    return Arrays.asList(
        startMs,
        endMs,
        sent,
        ok,
        errors,
        inFlight,
        connections,
        responseP50Ns,
        responseP99Ns,
        responseMaxNs,
        serviceP50Ns,
        serviceP99Ns,
        backlogMeanNs,
        latenessMaxNs);
  }
}
