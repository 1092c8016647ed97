package dev.foliot.watch.requests;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * For how long the program's threads waited for a CPU in each of the last seconds, and what of it a
 * request is charged with. One thread.
 *
 * <p>Which request waits is not known. If requests took 2 s altogether in a second, and threads
 * waited for a CPU for 1 s, half of the time of each is such a wait: the mean. What is usual delays
 * nobody.
 */
final class CpuWaits {
  private static final int MOST_SECONDS = 600;

  /** Before so many seconds nothing is usual. */
  private static final int FEWEST_SECONDS = 30;

  private static final long NS_PER_S = 1_000_000_000;

  /** A longer request counts for its last seconds. */
  private static final long MOST_NS = 60 * NS_PER_S;

  private final TreeMap<Long, Second> seconds = new TreeMap<>();

  /** A second, by the time of its begin. */
  private static final class Second {
    private long waitedNs;
    private long servedNs;

    double share() {
      return servedNs == 0 ? 0 : Math.min(1, (double) waitedNs / servedNs);
    }
  }

  private Second second(long epochS) {
    Second second = seconds.computeIfAbsent(epochS, any -> new Second());
    if (seconds.size() > MOST_SECONDS) {
      seconds.pollFirstEntry();
    }
    return second;
  }

  /**
   * Takes a second.
   *
   * @param endS its end, in seconds since 1970
   * @param ns how long threads waited, added up, in nanoseconds
   */
  void add(long endS, long ns) {
    second(endS - 1).waitedNs += ns;
  }

  /** Takes a request, a slow one or not. */
  void add(AccessRequest request) {
    long fromNs = Math.max(request.startNs(), request.endNs() - MOST_NS);
    for (long atNs = fromNs; atNs < request.endNs(); ) {
      long epochS = atNs / NS_PER_S;
      long toNs = Math.min((epochS + 1) * NS_PER_S, request.endNs());
      second(epochS).servedNs += toNs - atNs;
      atNs = toNs;
    }
  }

  /**
   * For how long a request waited beyond the usual, in nanoseconds.
   *
   * @param usualNs what such a request usually takes
   */
  double ns(AccessRequest request, long usualNs) {
    double waitedNs = 0;
    for (Map.Entry<Long, Second> one :
        seconds
            .subMap(request.startNs() / NS_PER_S, true, request.endNs() / NS_PER_S, true)
            .entrySet()) {
      long fromNs = Math.max(one.getKey() * NS_PER_S, request.startNs());
      long toNs = Math.min((one.getKey() + 1) * NS_PER_S, request.endNs());
      waitedNs += one.getValue().share() * (double) (toNs - fromNs);
    }
    return Math.max(0, waitedNs - usual() * (double) usualNs);
  }

  private double usual() {
    if (seconds.size() < FEWEST_SECONDS) {
      return 0;
    }
    double[] sorted = seconds.values().stream().mapToDouble(Second::share).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
