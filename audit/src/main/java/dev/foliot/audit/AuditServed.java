package dev.foliot.audit;

import java.util.List;

/**
 * The server's measurements.
 *
 * @param requests the number of logged requests
 * @param answered the number of these that were answered
 * @param refused the number of invalid requests
 * @param cutOff the number of clients cut off
 * @param loadNs from the first request to the last
 * @param stalls planned and unplanned ones, in order
 * @param p99 of service times, and how exact they are
 */
public record AuditServed(
    long requests,
    long answered,
    long refused,
    long cutOff,
    long loadNs,
    List<AuditStall> stalls,
    P99 p99) {
  /** Keeps a copy. */
  public AuditServed {
    stalls = List.copyOf(stalls);
  }

  /**
   * The 99th percentiles.
   *
   * @param servedNs the service time, without planned stalls
   * @param latenessNs its excess over the planned service time
   * @param blurNs by how much a request may have been logged too late
   */
  public record P99(long servedNs, long latenessNs, long blurNs) {}

  /** Requests per second over the load; 0 for less than two. */
  public double ratePerS() {
    return loadNs == 0 ? 0 : (requests - 1) * 1e9 / loadNs;
  }
}
