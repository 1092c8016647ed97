package dev.foliot.watch.totals;

import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.SlowRequest;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All requests of an access log since a watch began. One thread. */
public final class RequestTotals {
  /** The upper ends of response times, in nanoseconds, but for the last, which has none. */
  static final long[] BOUNDS_NS = {
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000,
    25_000_000,
    50_000_000,
    100_000_000,
    250_000_000,
    500_000_000,
    1_000_000_000,
    2_500_000_000L,
    5_000_000_000L,
    10_000_000_000L
  };

  private static final double NS_PER_S = 1e9;
  private static final int SERVER_ERROR = 500;

  private final long[] counts = new long[BOUNDS_NS.length + 1];
  private final Map<StopKind, Double> delaysNs = new EnumMap<>(StopKind.class);
  private double sumNs;
  private long errors;
  private double unexplainedNs;

  /** A request that ended. */
  public void add(long lengthNs, int status) {
    int at = 0;
    while (at < BOUNDS_NS.length && lengthNs > BOUNDS_NS[at]) {
      at++;
    }
    counts[at]++;
    sumNs += (double) lengthNs;
    errors += status >= SERVER_ERROR ? 1 : 0;
  }

  /**
   * That it was slow.
   *
   * @param delayNs beyond the usual time
   * @param causes what explains it
   */
  public void slow(long delayNs, Map<StopKind, SlowRequest.Cause> causes) {
    double left = 1;
    for (Map.Entry<StopKind, SlowRequest.Cause> cause : causes.entrySet()) {
      delaysNs.merge(cause.getKey(), (double) delayNs * cause.getValue().share(), Double::sum);
      left -= cause.getValue().share();
    }
    unexplainedNs += (double) delayNs * Math.max(0, left);
  }

  /** How it stands now. */
  Requests now() {
    Map<String, Double> delayS = new LinkedHashMap<>();
    delaysNs.forEach((kind, ns) -> delayS.put(kind.code(), ns / NS_PER_S));
    delayS.put("unexplained", unexplainedNs / NS_PER_S);
    return new Requests(Arrays.stream(counts).boxed().toList(), sumNs / NS_PER_S, errors, delayS);
  }

  /**
   * What was counted. Immutable.
   *
   * @param counts by {@link #BOUNDS_NS}, not cumulated
   * @param sumS of all response times, in seconds
   * @param errors those with a status of 500 and more
   * @param delayS how much longer the slow ones took than usual, in seconds, by cause
   */
  record Requests(List<Long> counts, double sumS, long errors, Map<String, Double> delayS) {
    /** All of them. */
    long count() {
      return counts.stream().mapToLong(Long::longValue).sum();
    }
  }
}
