package dev.foliot.apps;

import dev.foliot.apps.json.JsonWriter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Counts durations in buckets of at most 3.2 % width: 32 per power of two, as in HdrHistogram.
 *
 * <p>Single writer; a reader may see a count some instructions old.
 */
final class Waits {
  private static final int SUB_BITS = 5;
  private static final int SUBS = 1 << SUB_BITS;
  private static final int BUCKETS = (64 - SUB_BITS) * SUBS;

  private final AtomicLongArray counts = new AtomicLongArray(BUCKETS);

  void add(long ns) {
    int bucket = bucket(Math.max(0, ns));
    counts.lazySet(bucket, counts.get(bucket) + 1);
  }

  /** The counts so far, for the difference of two moments. */
  long[] counts() {
    long[] copy = new long[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      copy[i] = counts.get(i);
    }
    return copy;
  }

  private static int bucket(long ns) {
    int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(ns) - SUB_BITS - 1);
    return shift * SUBS + (int) (ns >>> shift);
  }

  /** The greatest duration of a bucket. */
  static long upperNs(int bucket) {
    if (bucket < 2 * SUBS) {
      return bucket;
    }
    int shift = bucket / SUBS - 1;
    return ((long) (bucket % SUBS + SUBS + 1) << shift) - 1;
  }

  /**
   * Writes the counts between two times: a summary, and each non-empty bucket by its greatest
   * duration.
   */
  static void write(JsonWriter json, String name, long[] before, long[] after) {
    long[] counts = new long[BUCKETS];
    long total = 0;
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] = after[i] - before[i];
      total += counts[i];
    }
    json.object(name)
        .field("unit", "ns")
        .field("count", total)
        .field("p50", percentileNs(counts, total, 0.5))
        .field("p90", percentileNs(counts, total, 0.9))
        .field("p99", percentileNs(counts, total, 0.99))
        .field("max", percentileNs(counts, total, 1));
    List<Integer> filled =
        IntStream.range(0, BUCKETS).filter(bucket -> counts[bucket] > 0).boxed().toList();
    json.array("bucket_ns");
    filled.forEach(bucket -> json.value(upperNs(bucket)));
    json.endArray().array("bucket_counts");
    filled.forEach(bucket -> json.value(counts[bucket]));
    json.endArray().endObject();
  }

  static long percentileNs(long[] counts, long total, double share) {
    long wanted = (long) Math.ceil(total * share);
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= wanted && seen > 0) {
        return upperNs(i);
      }
    }
    return 0;
  }
}
