package dev.foliot.audit;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a load tool reported of the latency that it measured.
 *
 * @param tool its name, one of those whose reports are understood
 * @param saidNs its percentiles in nanoseconds, by percentile above 0; 100 is its greatest
 * @param ratePerS its requests a second, if it reported them
 */
public record AuditReport(String tool, SortedMap<Double, Long> saidNs, @Nullable Double ratePerS) {
  /** Keeps a copy. */
  public AuditReport {
    saidNs = Collections.unmodifiableSortedMap(new TreeMap<>(saidNs));
  }
}
