package dev.foliot.bench;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts durations in HdrHistogram's three-digit buckets [1], with exact minimum, maximum and sum.
 *
 * <p>One writer; others may read once the writer has handed it over. The layout is HdrHistogram's,
 * which lets {@link #addTo} lose nothing. HdrHistogram's further work for each value (a total, a
 * volatile maximum, a range check) costs more than the count and is left out. The range is all of
 * {@code long}: a value beyond 68 seconds makes the array grow.
 *
 * <p>[1] HdrHistogram 2.2, class {@code AbstractHistogram}: buckets of 2048 sub-buckets.
 */
final class Counts {
  static final int SIGNIFICANT_DIGITS = 3;
  private static final int SUB_BUCKET_BITS = 11;
  private static final int HALF_BITS = SUB_BUCKET_BITS - 1;
  private static final long SUB_BUCKET_MASK = (1L << SUB_BUCKET_BITS) - 1;
  private static final int LEADING = 64 - SUB_BUCKET_BITS;
  private static final int FIRST_LENGTH = indexOf((1L << 36) - 1) + 1;

  private long[] counts = new long[FIRST_LENGTH];
  private long minNs = Long.MAX_VALUE;
  private long maxNs = -1;
  private long sumNs;
  private long sumCarries;

  /** The bucket of a value that is not negative. */
  static int indexOf(long ns) {
    int shift = LEADING - Long.numberOfLeadingZeros(ns | SUB_BUCKET_MASK);
    return (shift << HALF_BITS) + (int) (ns >>> shift);
  }

  /** The least value of a bucket. */
  static long valueOf(int index) {
    int shift = Math.max(0, (index >> HALF_BITS) - 1);
    return ((long) index - ((long) shift << HALF_BITS)) << shift;
  }

  /** Counts a value, which must not be negative. */
  void record(long ns) {
    recordWithoutSum(ns);
    long sum = sumNs + ns;
    if (sum < 0) {
      sum &= Long.MAX_VALUE;
      sumCarries++;
    }
    sumNs = sum;
  }

  /** Counts a value whose sum follows from others. */
  void recordWithoutSum(long ns) {
    int index = indexOf(ns);
    long[] c = counts;
    if (index < 0 || index >= c.length) {
      c = grow(index);
    }
    c[index]++;
    if (ns < minNs) {
      minNs = ns;
    }
    if (ns > maxNs) {
      maxNs = ns;
    }
  }

  private long[] grow(int index) {
    counts = Arrays.copyOf(counts, index + (1 << HALF_BITS));
    return counts;
  }

  boolean isEmpty() {
    return maxNs < 0;
  }

  /** The first bucket that may hold a count. */
  int firstIndex() {
    return isEmpty() ? 0 : indexOf(minNs);
  }

  /** The end of the counts: all later buckets are empty. */
  int endIndex() {
    return isEmpty() ? 0 : indexOf(maxNs) + 1;
  }

  /** Returns the count of a bucket and clears it. */
  long take(int index) {
    long count = counts[index];
    counts[index] = 0;
    return count;
  }

  long count(int index) {
    return counts[index];
  }

  long minNs() {
    return minNs;
  }

  long maxNs() {
    return maxNs;
  }

  /** The exact sum. */
  BigInteger sumNs() {
    return BigInteger.valueOf(sumCarries).shiftLeft(63).add(BigInteger.valueOf(sumNs));
  }

  /** The lower 63 bits of the sum. */
  long sumLowNs() {
    return sumNs;
  }

  /** The sum's part above its lower 63 bits. */
  long sumCarries() {
    return sumCarries;
  }

  /** Clears the minimum, maximum and sum, after the buckets were taken. */
  void resetExtremes() {
    minNs = Long.MAX_VALUE;
    maxNs = -1;
    sumNs = 0;
    sumCarries = 0;
  }

  /** Adds all counts to a total. */
  void addTo(Durations.Builder total) {
    if (isEmpty()) {
      return;
    }
    long[] c = counts; // the old array, if a thread that should have ended makes it grow
    int end = Math.min(endIndex(), c.length);
    for (int index = firstIndex(); index < end; index++) {
      if (c[index] != 0) {
        total.add(index, c[index]);
      }
    }
    total.addExact(minNs, maxNs, sumNs());
  }
}
