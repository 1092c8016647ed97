package dev.foliot.store.watch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The requests that ended in one minute.
 *
 * @param epochMs the minute's beginning, in milliseconds since 1970
 * @param routes by route, those with most requests
 * @param times how many took how long, by tenths of a power of ten of nanoseconds: 70 is from 10 ms
 *     on
 * @param slow the slowest of them, with what lay over each
 */
public record RequestMinute(
    long epochMs, Map<String, Route> routes, Map<Integer, Long> times, List<SlowRequest> slow) {
  /**
   * The requests of a route.
   *
   * @param count how many
   * @param errors those with a status of 500 and more
   * @param p50Ns the median of their response times
   * @param p99Ns the 99th percentile
   * @param maxNs the longest
   */
  public record Route(long count, long errors, long p50Ns, long p99Ns, long maxNs) {}

  /** Keeps copies. */
  public RequestMinute {
    routes = Collections.unmodifiableMap(new LinkedHashMap<>(routes));
    times = Collections.unmodifiableMap(new LinkedHashMap<>(times));
    slow = List.copyOf(slow);
  }
}
