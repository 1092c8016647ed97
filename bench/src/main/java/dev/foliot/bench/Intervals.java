package dev.foliot.bench;

/** Divides a load into about a hundred intervals of a round length. */
final class Intervals {
  private static final long[] ROUND_NS = {
    100_000_000L,
    200_000_000L,
    500_000_000L,
    1_000_000_000L,
    2_000_000_000L,
    5_000_000_000L,
    10_000_000_000L,
    30_000_000_000L,
    60_000_000_000L
  };
  private static final int WANTED = 100;
  private static final int BUCKETS_IN_USE = 2_500;
  private static final int LEAST_WORDS = 1 << 16;
  private static final int MOST_WORDS = 1 << 21;

  private Intervals() {}

  /** The length of an interval for a load of this length. */
  static long lengthNs(long loadNs) {
    for (long roundNs : ROUND_NS) {
      if (roundNs * WANTED >= loadNs) {
        return roundNs;
      }
    }
    return ROUND_NS[ROUND_NS.length - 1];
  }

  /** The number of words that a producer's log will likely fill. */
  static int expectedWords(BenchConfig config, long loadNs) {
    double intervals = Math.ceil((double) loadNs / lengthNs(loadNs)) + 1;
    double messages = lengthNs(loadNs) / config.rate().meanGapNs() / config.producers();
    double words = intervals * (Math.min(messages * MessageCounts.PARTS, BUCKETS_IN_USE) + 32);
    return (int) Math.max(LEAST_WORDS, Math.min(MOST_WORDS, words));
  }
}
