package dev.foliot.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a load did in about the last half second, while it runs.
 *
 * @param atMs its end, from the start of the load
 * @param phase the number of the current phase, from 0
 * @param spanMs its length
 * @param sent requests sent in it
 * @param ok successful answers in it
 * @param failed failures in it
 * @param inFlight requests in flight at its end
 * @param connections open connections at its end
 * @param responseP50Ns the median response time of its answers, 0 without any
 * @param responseP99Ns the 99th percentile
 * @param responseMaxNs the maximum
 * @param latenessMaxNs the maximum of the generator's own lateness
 * @param errors the failures in it by kind, as in {@link PhaseResult#errors}
 */
public record LiveSample(
    double atMs,
    int phase,
    double spanMs,
    long sent,
    long ok,
    long failed,
    long inFlight,
    long connections,
    long responseP50Ns,
    long responseP99Ns,
    long responseMaxNs,
    long latenessMaxNs,
    Map<String, Long> errors) {
  /** Keeps a copy. */
  public LiveSample {
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
  }
}
