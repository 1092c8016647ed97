package dev.foliot.audit;

import java.util.List;

/**
 * What the server saw.
 *
 * @param requests how many came and were logged
 * @param answered how many of these were answered
 * @param refused how many more were no requests
 * @param cutOff clients that were cut off for what they did
 * @param loadNs from the first request to the last
 * @param stalls when it stood still, planned or not, in order
 * @param servedP99Ns what it took to serve a request at the 99th percentile, planned stalls aside
 * @param latenessP99Ns by how much that was too late
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

  /** Requests a second over the load; 0 for less than two. */
  public double ratePerS() {
    return loadNs == 0 ? 0 : (requests - 1) * 1e9 / loadNs;
  }
}
