package dev.foliot.load;

import dev.foliot.store.series.LoadInterval;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a load did in about the last half second, while it runs.
 *
 * @param atMs its end, from the start of the load
 * @param phase the number of the current phase, from 0
 * @param spanMs its length
 * @param counts of its requests
 * @param times of its answers
 * @param errors the failures in it by kind, as in {@link PhaseResult.Counts#errors}
 */
public record LiveSample(
    double atMs,
    int phase,
    double spanMs,
    LoadInterval.Counts counts,
    Times times,
    Map<String, Long> errors) {
  /**
   * The times of its answers, in nanoseconds; 0 without any.
   *
   * @param responseP50Ns the median response time
   * @param responseP99Ns the 99th percentile
   * @param responseMaxNs the maximum
   * @param latenessMaxNs the maximum of the generator's own lateness
   */
  public record Times(
      long responseP50Ns, long responseP99Ns, long responseMaxNs, long latenessMaxNs) {}

  /** Keeps a copy. */
  public LiveSample {
    errors = Collections.unmodifiableMap(new LinkedHashMap<>(errors));
  }
}
