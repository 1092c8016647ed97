package dev.foliot.load;

import org.jspecify.annotations.Nullable;

/**
 * An interval of a phase. Of the requests that were intended in this phase: those sent, those ended
 * in the interval, and the durations of the latter. Requests of a phase may end after it, so there
 * may be intervals beyond its length.
 *
 * @param startNs from the start of the phase
 * @param endNs the same
 * @param sent how many were sent
 * @param ok how many were answered as they should
 * @param errors how many failed
 * @param inFlight how many were in flight at its end
 * @param connections how many connections were open about then, of all phases
 * @param responseP50Ns the median response time, null without any
 * @param responseP99Ns the 99th percentile
 * @param responseMaxNs the greatest
 * @param serviceP50Ns the median service time
 * @param serviceP99Ns the 99th percentile
 * @param backlogMeanNs the mean backlog
 * @param latenessMaxNs the greatest lateness
 */
public record SeriesRow(
    long startNs,
    long endNs,
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

  /** Requests answered as they should, a second. */
  public double throughputPerS() {
    return ok * 1e9 / (endNs - startNs);
  }
}
