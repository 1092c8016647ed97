package dev.foliot.audit;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A load tool's report of its measured latency.
 *
 * @param tool its name, one of the supported tools
 * @param saidNs its percentiles in nanoseconds, by percentile above 0; 100 is its maximum
 * @param ratePerS its requests per second, if reported
 */
public record AuditReport(String tool, SortedMap<Double, Long> saidNs, @Nullable Double ratePerS) {
  /** Keeps a copy. */
  public AuditReport {
    saidNs = Collections.unmodifiableSortedMap(new TreeMap<>(saidNs));
  }
}
