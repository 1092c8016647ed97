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
 * @param servedP99Ns the service time at the 99th percentile, without planned stalls
 * @param latenessP99Ns its excess over the planned service time
 * @param blurP99Ns by how much a request may have been logged too late, at the 99th percentile
 */
public record AuditServed(
    long requests,
    long answered,
    long refused,
    long cutOff,
    long loadNs,
    List<AuditStall> stalls,
    long servedP99Ns,
    long latenessP99Ns,
    long blurP99Ns) {
  /** Keeps a copy. */
  public AuditServed {
    stalls = List.copyOf(stalls);
  }

  /** Requests per second over the load; 0 for less than two. */
  public double ratePerS() {
    return loadNs == 0 ? 0 : (requests - 1) * 1e9 / loadNs;
  }
}
