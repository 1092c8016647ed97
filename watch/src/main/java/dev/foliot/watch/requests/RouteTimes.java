package dev.foliot.watch.requests;

import java.util.Arrays;

/** How long the last requests of a route took. One thread. */
final class RouteTimes {
  private static final int MOST = 2_000;
  private static final int FEWEST = 100;
  private static final double SLOW = 0.99;

  private final long[] lengths = new long[MOST];
  private int size;
  private int next;
  private long usualNs;
  private long slowNs = Long.MAX_VALUE;
  private int sinceSorted;

  void add(long lengthNs) {
    lengths[next] = lengthNs;
    next = (next + 1) % MOST;
    size = Math.min(MOST, size + 1);
    if (++sinceSorted >= FEWEST || size < FEWEST) {
      sinceSorted = 0;
      long[] sorted = Arrays.copyOf(lengths, size);
      Arrays.sort(sorted);
      usualNs = sorted[size / 2];
      slowNs = size < FEWEST ? Long.MAX_VALUE : sorted[(int) (size * SLOW)];
    }
  }

  /** The median; 0 while none is known. */
  long usualNs() {
    return usualNs;
  }

  /** What 99 % of them did not exceed; the greatest number while too few are known. */
  long slowNs() {
    return slowNs;
  }
}
