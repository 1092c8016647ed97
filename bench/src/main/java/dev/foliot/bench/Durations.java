package dev.foliot.bench;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PackedHistogram;

/**
 * What was recorded of one kind of duration: a histogram of three digits beside the exact figures.
 *
 * @param histogram the counts, in nanoseconds; not to be changed
 * @param count how many durations
 * @param minNs the exact least, 0 without any
 * @param maxNs the exact greatest, 0 without any
 * @param sumNs the exact sum
 */
public record Durations(Histogram histogram, long count, long minNs, long maxNs, BigInteger sumNs) {

  /** The exact mean in nanoseconds, rounded to a double; 0 without any. */
  public double meanNs() {
    return count == 0
        ? 0
        : new BigDecimal(sumNs)
            .divide(BigDecimal.valueOf(count), MathContext.DECIMAL64)
            .doubleValue();
  }

  /**
   * The value at a percentile: the greatest of its bucket, at most the exact maximum.
   *
   * @param percentile above 0, at most 100
   * @return nanoseconds, 0 without any duration
   */
  public long percentileNs(double percentile) {
    return count == 0 ? 0 : Math.min(maxNs, histogram.getValueAtPercentile(percentile));
  }

  /** The buckets in which something was counted, ascending. */
  public List<Bucket> buckets() {
    List<Bucket> buckets = new ArrayList<>();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      buckets.add(new Bucket(value.getValueIteratedTo(), value.getCountAtValueIteratedTo()));
    }
    return buckets;
  }

  /**
   * Durations that are counted as one.
   *
   * @param valueNs the greatest of them, as percentiles are given
   * @param count how many, above 0
   */
  public record Bucket(long valueNs, long count) {}

  /** Puts counts together. Not safe for use by several threads. */
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

    /** For one of many: slower to fill, but it holds only what it counts. */
    static Builder packed() {
      return new Builder(new PackedHistogram(Counts.SIGNIFICANT_DIGITS));
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
        histogram.add(other.histogram());
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
