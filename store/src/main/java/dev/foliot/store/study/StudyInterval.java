package dev.foliot.store.study;

import dev.foliot.store.CsvTable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An interval of a load: a line of {@code study-series.csv}. Requests belong to the interval in
 * which they ended. Those that were intended in a phase may end after it, so there may be intervals
 * beyond its length. Durations are in nanoseconds, null without any.
 *
 * @param startMs from the start of the measured load, in milliseconds; below zero before
 * @param endMs the same
 * @param sent requests that were sent in it
 * @param ok those that were answered as they should
 * @param errors those that failed
 * @param inFlight how many were in flight at its end
 * @param connections how many connections were open about then
 * @param responseP50Ns the median response time
 * @param responseP99Ns the 99th percentile
 * @param responseMaxNs the greatest
 * @param serviceP50Ns the median service time
 * @param serviceP99Ns the 99th percentile
 * @param backlogMeanNs the mean backlog
 * @param latenessMaxNs the greatest lateness
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
   * An interval of which only a count is known.
   *
   * @param startNs from the start of the load
   * @param endNs the same
   * @param done how many operations ended in it
   * @param clients that asked for them
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

  /** The same with its times counted from a moment that is so much earlier, in nanoseconds. */
  public StudyInterval later(long byNs) {
    return new StudyInterval(
        (Math.round(startMs * NS_PER_MS) + byNs) / NS_PER_MS,
        (endNs() + byNs) / NS_PER_MS,
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
