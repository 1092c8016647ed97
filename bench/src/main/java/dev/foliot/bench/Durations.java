package dev.foliot.bench;

import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PackedHistogram;

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

  /**
   * A three-digit histogram, as large as its contents, that knows its buckets. HdrHistogram's own
   * iterators look at each bucket up to the greatest value: some 20,000, where an interval has a
   * hundred. It is filled by {@link #recordValueWithCount} and {@link #add} only. Not safe for use
   * by several threads.
   */
  private static final class SparseHistogram extends PackedHistogram {
    @Serial private static final long serialVersionUID = 1;

    private final BitSet recorded = new BitSet();

    SparseHistogram() {
      super(Counts.SIGNIFICANT_DIGITS);
    }

    @Override
    public void recordValueWithCount(long ns, long count) {
      super.recordValueWithCount(ns, count);
      recorded.set(Counts.indexOf(ns));
    }

    @Override
    public void add(AbstractHistogram other) {
      for (HistogramIterationValue value : other.recordedValues()) {
        recordValueWithCount(value.getValueIteratedTo(), value.getCountAtValueIteratedTo());
      }
    }

    void addTo(Histogram total) {
      for (int i = recorded.nextSetBit(0); i >= 0; i = recorded.nextSetBit(i + 1)) {
        long ns = Counts.valueOf(i);
        total.recordValueWithCount(ns, getCountAtValue(ns));
      }
    }

    /** Passes the non-empty buckets, ascending. */
    void each(Consumer<Bucket> action) {
      for (int i = recorded.nextSetBit(0); i >= 0; i = recorded.nextSetBit(i + 1)) {
        long ns = Counts.valueOf(i);
        action.accept(new Bucket(highestEquivalentValue(ns), getCountAtValue(ns)));
      }
    }
  }
}
