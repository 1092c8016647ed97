package dev.foliot.watch.requests;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * How many threads waited for a lock in each of the last seconds, and what of it a request is
 * charged with. One thread.
 *
 * <p>Which request waits is not known. Where as many threads wait as usually serve requests at a
 * time, all requests do, those behind them in a queue included; where half as many wait, each is
 * charged with half. What waits for most of the time is usual, and delays nobody.
 */
final class LockWaits {
  private static final int MOST_SECONDS = 600;

  /** Before so many seconds nothing is usual. */
  private static final int FEWEST_SECONDS = 30;

  private static final double NS_PER_S = 1e9;

  private final Deque<long[]> seconds = new ArrayDeque<>();

  /**
   * Takes a second.
   *
   * @param endS its end, in seconds since 1970
   * @param threads how many waited
   */
  void add(long endS, long threads) {
    if (seconds.size() == MOST_SECONDS) {
      seconds.removeFirst();
    }
    seconds.addLast(new long[] {endS, threads});
  }

  /**
   * For how long a request waited, in nanoseconds.
   *
   * @param inFlight how many requests are usually served at a time
   */
  double ns(AccessRequest request, double inFlight) {
    long usual = usual();
    double ns = 0;
    for (long[] second : seconds) {
      double fromNs = Math.max((second[0] - 1) * NS_PER_S, (double) request.startNs());
      double toNs = Math.min(second[0] * NS_PER_S, (double) request.endNs());
      if (toNs > fromNs && second[1] > usual) {
        ns += (toNs - fromNs) * Math.min(1, (second[1] - usual) / Math.max(1, inFlight));
      }
    }
    return ns;
  }

  private long usual() {
    if (seconds.size() < FEWEST_SECONDS) {
      return 0;
    }
    long[] sorted = seconds.stream().mapToLong(second -> second[1]).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
