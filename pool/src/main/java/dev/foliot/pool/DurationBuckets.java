package dev.foliot.pool;

/**
 * Log-linear buckets for durations, as in Tene's HdrHistogram (hdrhistogram.org). Each octave has
 * 32 buckets, and a bucket spans at most 1/32 = 3.1 % of its least value. Below 64 ns each
 * nanosecond has its own bucket. Everything above 2^43 ns (2.4 hours) shares the last.
 */
final class DurationBuckets {
  private static final int BITS = 5;
  private static final int IN_OCTAVE = 1 << BITS;
  private static final int EXACT = 2 * IN_OCTAVE;
  private static final int HIGHEST_BIT = 42;

  static final int COUNT = EXACT + (HIGHEST_BIT - BITS) * IN_OCTAVE;

  private DurationBuckets() {}

  /** The bucket of a duration; negative values, from a clock that went back, count as 0. */
  static int indexOf(long ns) {
    if (ns < EXACT) {
      return (int) Math.max(0, ns);
    }
    int shift = 63 - BITS - Long.numberOfLeadingZeros(ns);
    return Math.min(COUNT - 1, shift * IN_OCTAVE + (int) (ns >>> shift));
  }

  /** The least duration of a bucket. */
  static long leastNs(int index) {
    if (index < EXACT) {
      return index;
    }
    int shift = index / IN_OCTAVE - 1;
    return (long) (index - shift * IN_OCTAVE) << shift;
  }

  /** The greatest duration of a bucket, except for the last one. */
  static long greatestNs(int index) {
    return leastNs(index + 1) - 1;
  }

  /**
   * Summarises counts. The mean uses the middle of each bucket, at most 1.6 % off.
   *
   * @param counts one for each bucket
   * @param maxNs the greatest duration
   */
  static DurationSummary summary(long[] counts, long maxNs) {
    long count = 0;
    double sum = 0;
    for (int i = 0; i < COUNT; i++) {
      count += counts[i];
      sum += counts[i] * middleNs(i, maxNs);
    }
    if (count == 0) {
      return new DurationSummary(0, 0, 0, 0, 0, 0);
    }
    return new DurationSummary(
        count,
        sum / count,
        percentileNs(counts, count, 50, maxNs),
        percentileNs(counts, count, 90, maxNs),
        percentileNs(counts, count, 99, maxNs),
        maxNs);
  }

  private static double middleNs(int index, long maxNs) {
    return index == COUNT - 1 ? maxNs : (leastNs(index) + greatestNs(index)) / 2.0;
  }

  /** The nearest rank: the lowest bucket that this percentage lies at or below. */
  private static long percentileNs(long[] counts, long count, int percent, long maxNs) {
    long rank = (count / 100) * percent + (count % 100 * percent + 99) / 100;
    long seen = 0;
    for (int i = 0; i < COUNT - 1; i++) {
      seen += counts[i];
      if (seen >= rank) {
        return Math.min(greatestNs(i), maxNs);
      }
    }
    return maxNs;
  }
}
