package dev.foliot.bench;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Counts of durations in HdrHistogram's buckets of three digits [1], beside the exact minimum,
 * maximum and sum.
 *
 * <p>One writer; others may read once the writer has handed it over. The layout is HdrHistogram's,
 * so that {@link #addTo} loses nothing; what is left out is what HdrHistogram does for each value
 * beyond counting it (a total, a volatile maximum, a range check), which costs more than the count.
 * The range is all of {@code long}: a value beyond the first 68 seconds makes the array grow.
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

  /** The same where the sum follows from others'. */
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

  /** The first bucket beyond which no count is. */
  int endIndex() {
    return isEmpty() ? 0 : indexOf(maxNs) + 1;
  }

  /** The count of a bucket, which is zero afterwards. */
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

  /** What the sum has above its lower 63 bits. */
  long sumCarries() {
    return sumCarries;
  }

  /** Forgets the minimum, maximum and sum; the buckets must have been taken. */
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
    for (int index = firstIndex(); index < endIndex(); index++) {
      if (counts[index] != 0) {
        total.add(index, counts[index]);
      }
    }
    total.addExact(minNs, maxNs, sumNs());
  }
}
