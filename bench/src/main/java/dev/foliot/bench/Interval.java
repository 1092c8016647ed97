package dev.foliot.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The messages of one part of the load. They belong by intended start; in a {@link DurationLog} by
 * end.
 *
 * @param startNs from the start of the load, inclusive
 * @param endNs from the start of the load, exclusive
 * @param durations the durations of every kind
 */
public record Interval(long startNs, long endNs, Map<Kind, Durations> durations) {
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

  /** The length of an interval: a load has about a hundred of a round length. */
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

  /** Puts the counts of one interval together. */
  static final class Builder {
    private final long startNs;
    private long endNs;
    private final Map<Kind, Durations.Builder> kinds = new EnumMap<>(Kind.class);

    Builder(long startNs, long endNs) {
      this.startNs = startNs;
      this.endNs = endNs;
      for (Kind kind : Kind.values()) {
        kinds.put(kind, Durations.Builder.packed());
      }
    }

    long startNs() {
      return startNs;
    }

    long endNs() {
      return endNs;
    }

    Durations.Builder of(Kind kind) {
      return Objects.requireNonNull(kinds.get(kind));
    }

    /** Adds another producer's counts of the same or an overlapping interval. */
    void add(Interval other) {
      endNs = Math.max(endNs, other.endNs());
      other.durations().forEach((kind, durations) -> of(kind).add(durations));
    }

    Interval build() {
      Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
      kinds.forEach((kind, builder) -> durations.put(kind, builder.build()));
      return new Interval(startNs, endNs, durations);
    }
  }
}
