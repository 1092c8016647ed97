package dev.foliot.stats;

import java.util.Arrays;
import java.util.List;

/**
 * Sorted distinct values with counts: a histogram without a library.
 *
 * <p>Immutable: the arrays are copied in and out.
 *
 * @param values strictly ascending; any unit
 * @param counts the count of each value, at least 1
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and compared by content
public record Counted(long[] values, long[] counts) {
  public Counted {
    if (values.length != counts.length) {
      throw new IllegalArgumentException(values.length + " values, " + counts.length + " counts");
    }
    values = values.clone();
    counts = counts.clone();
    for (int i = 0; i < values.length; i++) {
      if (i > 0 && values[i - 1] >= values[i]) {
        throw new IllegalArgumentException("values out of order: " + values[i]);
      }
      if (counts[i] < 1) {
        throw new IllegalArgumentException("the count of " + values[i] + " is " + counts[i]);
      }
    }
  }

  /** Counts a sample in any order. */
  public static Counted of(long... sample) {
    long[] sorted = sample.clone();
    Arrays.sort(sorted);
    long[] ones = new long[sorted.length];
    Arrays.fill(ones, 1);
    return together(sorted, ones);
  }

  /** Merges all parts; without parts, the result is empty. */
  public static Counted merge(List<Counted> parts) {
    int size = parts.stream().mapToInt(part -> part.values.length).sum();
    long[][] pairs = new long[size][];
    int at = 0;
    for (Counted part : parts) {
      for (int i = 0; i < part.values.length; i++) {
        pairs[at++] = new long[] {part.values[i], part.counts[i]};
      }
    }
    Arrays.sort(pairs, (a, b) -> Long.compare(a[0], b[0]));
    long[] values = new long[size];
    long[] counts = new long[size];
    for (int i = 0; i < size; i++) {
      values[i] = pairs[i][0];
      counts[i] = pairs[i][1];
    }
    return together(values, counts);
  }

  private static Counted together(long[] sorted, long[] counts) {
    long[] values = new long[sorted.length];
    long[] sums = new long[sorted.length];
    int size = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (size == 0 || values[size - 1] != sorted[i]) {
        values[size++] = sorted[i];
      }
      sums[size - 1] += counts[i];
    }
    return new Counted(Arrays.copyOf(values, size), Arrays.copyOf(sums, size));
  }

  @Override
  public long[] values() {
    return values.clone();
  }

  @Override
  public long[] counts() {
    return counts.clone();
  }

  /** Number of values counted. */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  /** Number of values up to this one. */
  public long atMost(long value) {
    long sum = 0;
    for (int i = 0; i < values.length && values[i] <= value; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /**
   * The smallest value with this share of the sample at or below it.
   *
   * @param percentile from 0 (the minimum) to 100 (the maximum)
   * @throws IllegalArgumentException if no values were counted
   */
  public long percentile(double percentile) {
    return ofRank(Ranks.of(percentile, total()));
  }

  /** The value at a rank from 1 to the total. */
  long ofRank(long rank) {
    long sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += counts[i];
      if (sum >= rank) {
        return values[i];
      }
    }
    throw new IllegalArgumentException("rank " + rank + " of " + sum);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counted that
        && Arrays.equals(values, that.values)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "Counted[" + values.length + " values, " + total() + " in all]";
  }
}
