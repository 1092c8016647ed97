package dev.foliot.watch.requests;

import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.WatchColumn;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How long some requests took, within 1 %, and how many failed. Takes the same room, however many
 * they are. One thread.
 */
final class Lengths {
  private static final int DIGITS = 2;

  /** A quantile is off by at most this part of it. */
  static final long PART = 100;

  private static final int SERVER_ERROR = 500;

  private final Histogram lengths = new Histogram(DIGITS);
  private long errors;
  private long maxNs;

  void add(AccessRequest request) {
    lengths.recordValue(request.lengthNs());
    errors += request.status() >= SERVER_ERROR ? 1 : 0;
    maxNs = Math.max(maxNs, request.lengthNs());
  }

  long count() {
    return lengths.getTotalCount();
  }

  private long quantile(double p) {
    return Math.min(maxNs, lengths.medianEquivalentValue(lengths.getValueAtPercentile(100 * p)));
  }

  /** Of a route in a minute. */
  RequestMinute.Route sums() {
    return new RequestMinute.Route(count(), errors, quantile(0.5), quantile(0.99), maxNs);
  }

  /** Of a second. */
  void into(Map<WatchColumn, Long> values) {
    values.put(WatchColumn.REQUESTS, count());
    values.put(WatchColumn.ERRORS, errors);
    if (count() > 0) {
      values.put(WatchColumn.P50_NS, quantile(0.5));
      values.put(WatchColumn.P99_NS, quantile(0.99));
      values.put(WatchColumn.MAX_NS, maxNs);
    }
  }
}
