package dev.foliot.watch.requests;

import dev.foliot.store.watch.RequestMinute;
import dev.foliot.store.watch.SlowRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the requests of a minute. Takes the same room, however many they are: response times are
 * kept within 1 %. One thread.
 *
 * <p>Of the slow ones that began in the same ten seconds the slowest ten are kept: what happens
 * twice in a minute is seen twice, also where the second time was worse.
 */
final class MinuteTally {
  private static final int MOST_SLOW = 60;
  private static final int MOST_TOGETHER = 10;
  private static final long TOGETHER_MS = 10_000;
  private static final int ROWS_PER_DECADE = 10;

  private final long epochMs;
  private final Map<String, Lengths> routes = new LinkedHashMap<>();
  private final Map<Integer, Long> times = new TreeMap<>();
  private final List<SlowRequest> slow = new ArrayList<>();

  /** Those that are not explained yet. */
  private final List<Delayed> delayed = new ArrayList<>();

  /** Of a minute that begins then. */
  MinuteTally(long epochMs) {
    this.epochMs = epochMs;
  }

  /**
   * A slow request.
   *
   * @param route its name in the log of the watch
   * @param usualNs what such a request usually takes
   * @param lockNs for how long it waited for locks, by the threads that were seen waiting
   */
  record Delayed(AccessRequest request, String route, long usualNs, double lockNs) {
    /** What it took beyond the usual, in nanoseconds. */
    long delayNs() {
      return Math.max(1, request.lengthNs() - usualNs);
    }
  }

  void add(AccessRequest request, String route) {
    routes.computeIfAbsent(route, any -> new Lengths()).add(request);
    int row =
        (int) Math.floor(ROWS_PER_DECADE * Math.log10((double) Math.max(1, request.lengthNs())));
    times.merge(row, 1L, Long::sum);
  }

  /** A slow one, to be explained later. */
  void add(Delayed one) {
    delayed.add(one);
  }

  /** Those to be explained. */
  List<Delayed> delayed() {
    return delayed;
  }

  /** A slow one that is explained. */
  void add(SlowRequest one) {
    slow.add(one);
    if (slow.size() > 2 * MOST_SLOW) {
      shorten();
    }
  }

  private void shorten() {
    slow.sort(Comparator.comparingLong(SlowRequest::lengthNs).reversed());
    Map<Long, Integer> together = new HashMap<>();
    slow.removeIf(
        one -> together.merge(one.startMs() / TOGETHER_MS, 1, Integer::sum) > MOST_TOGETHER);
    slow.subList(Math.min(MOST_SLOW, slow.size()), slow.size()).clear();
  }

  /** When it began, in milliseconds since 1970. */
  long epochMs() {
    return epochMs;
  }

  /** Its sums, and the slowest. */
  RequestMinute minute() {
    shorten();
    Map<String, RequestMinute.Route> sums = new LinkedHashMap<>();
    routes.forEach((name, route) -> sums.put(name, route.sums()));
    return new RequestMinute(epochMs, sums, times, slow);
  }
}
