package dev.foliot.bench;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The durations of one kind: a three-digit histogram and the exact figures.
 *
 * @param histogram the counts, in nanoseconds; do not change it
 * @param count number of durations
 * @param minNs exact minimum, 0 if empty
 * @param maxNs exact maximum, 0 if empty
 * @param sumNs exact sum
 */
public record Durations(Histogram histogram, long count, long minNs, long maxNs, BigInteger sumNs) {

  /** Adds durations up, without loss. */
  public static Durations sum(Stream<Durations> parts) {
    Builder total = new Builder();
    parts.forEach(total::add);
    return total.build();
  }

  /** The exact mean in nanoseconds, rounded to a double; 0 if empty. */
  public double meanNs() {
    return count == 0
        ? 0
        : new BigDecimal(sumNs)
            .divide(BigDecimal.valueOf(count), MathContext.DECIMAL64)
            .doubleValue();
  }

  /**
   * Returns the value at a percentile: its bucket's upper end, at most the exact maximum.
   *
   * @param percentile above 0, at most 100
   * @return nanoseconds, 0 if empty
   */
  public long percentileNs(double percentile) {
    return count == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percentile));
  }

  /** Returns the non-empty buckets, ascending. */
  public List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    if (histogram instanceof SparseHistogram sparse) {
      sparse.each(buckets::add);
      return buckets;
    }
    for (HistogramIterationValue value : histogram.recordedValues()) {
      buckets.add(new Bucket(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
    }
    return buckets;
  }

  /**
   * The durations in one bucket.
   *
   * @param valueNs the greatest value of the bucket, as in percentiles
   * @param count number of durations, above 0
   */
  public record Bucket(long valueNs, long count) {}

  /** Adds counts up. Not safe for use by several threads. */
  static final class Builder {
    private final Histogram histogram;
    private long minNs = Long.MAX_VALUE;
    private long maxNs = -1;
    private BigInteger sumNs = BigInteger.ZERO;

    Builder() {
      histogram = new Histogram(Counts.SIGNIFICANT_DIGITS);
    }

    private Builder(Histogram histogram) {
      this.histogram = histogram;
    }

    /** A builder for many small histograms: slower to fill, and only as large as its contents. */
    static Builder packed() {
      return new Builder(new SparseHistogram());
    }

    void add(int bucket, long count) {
      histogram.recordValueWithCount(Counts.valueOf(bucket), count);
    }

    void addExact(long otherMinNs, long otherMaxNs, BigInteger otherSumNs) {
      minNs = Math.min(minNs, otherMinNs);
      maxNs = Math.max(maxNs, otherMaxNs);
      sumNs = sumNs.add(otherSumNs);
    }

    void add(Durations other) {
      if (other.count() > 0) {
        if (other.histogram() instanceof SparseHistogram sparse) {
          sparse.addTo(histogram);
        } else {
          histogram.add(other.histogram());
        }
        addExact(other.minNs(), other.maxNs(), other.sumNs());
      }
    }

    Durations build() {
      boolean none = maxNs < 0;
      return new Durations(
          histogram, histogram.getTotalCount(), none ? 0 : minNs, none ? 0 : maxNs, sumNs);
    }
  }
}
