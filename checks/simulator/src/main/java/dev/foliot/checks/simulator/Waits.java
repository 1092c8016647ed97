package dev.foliot.checks.simulator;

/** Waits of one kind of task, by twentieths of the run, in buckets at most a sixteenth wide. */
final class Waits {
  static final int PARTS = 20;
  private static final int BUCKETS = 1024;
  private final long partNs;
  private final int[][] counts = new int[PARTS][];

  Waits(long horizonNs) {
    partNs = Math.max(1, horizonNs / PARTS);
  }

  void add(long waitNs, long nowNs) {
    int part = (int) Math.min(PARTS - 1, nowNs / partNs);
    int[] row = counts[part];
    if (row == null) {
      row = new int[BUCKETS];
      counts[part] = row;
    }
    row[bucket(waitNs)]++;
  }

  /** The wait at a percentile, up to a bucket's width; 0 without waits. */
  long percentileNs(double percent, long fromNs, long toNs) {
    long[] sum = new long[BUCKETS];
    long all = 0;
    for (int part = 0; part < PARTS; part++) {
      int[] row = counts[part];
      if (row != null && part * partNs >= fromNs - partNs / 2 && part * partNs < toNs) {
        for (int i = 0; i < BUCKETS; i++) {
          sum[i] += row[i];
          all += row[i];
        }
      }
    }
    long below = 0;
    for (int i = 0; i < BUCKETS && all > 0; i++) {
      below += sum[i];
      if (below >= Math.ceil(all * percent / 100)) {
        return upperNs(i);
      }
    }
    return 0;
  }

  private static int bucket(long ns) {
    if (ns < 16) {
      return (int) ns;
    }
    int exponent = 63 - Long.numberOfLeadingZeros(ns);
    return (exponent - 3) * 16 + (int) (ns >> (exponent - 4) & 15);
  }

  private static long upperNs(int bucket) {
    if (bucket < 16) {
      return bucket;
    }
    int exponent = bucket / 16 + 3;
    return ((17L + bucket % 16) << (exponent - 4)) - 1;
  }
}
