package dev.foliot.report.bench;

import dev.foliot.stats.Counted;
import dev.foliot.store.TaggedInterval;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * What was counted of one kind in one interval.
 *
 * @param startS from the start of the measured load, in seconds; below zero in the warm-up
 * @param endS the same
 * @param counted in nanoseconds
 */
public record Slice(double startS, double endS, Counted counted) {
  static Slice of(TaggedInterval interval) {
    double startS = interval.startOffsetS();
    return new Slice(startS, startS + interval.lengthS(), counted(interval.histogram()));
  }

  /** The buckets of a histogram by their greatest values, which percentiles are told in. */
  private static Counted counted(Histogram histogram) {
    List<long[]> buckets = new ArrayList<>();
    for (HistogramIterationValue bucket : histogram.recordedValues()) {
      buckets.add(new long[] {bucket.getValueIteratedTo(), bucket.getCountAtValueIteratedTo()});
    }
    long[] values = new long[buckets.size()];
    long[] counts = new long[buckets.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = buckets.get(i)[0];
      counts[i] = buckets.get(i)[1];
    }
    return new Counted(values, counts);
  }

  /** At most so many intervals, by joining as many neighbours as it takes. */
  public static List<Slice> atMost(List<Slice> slices, int most) {
    int each = Math.max(1, (slices.size() + most - 1) / most);
    if (each == 1) {
      return slices;
    }
    List<Slice> joined = new ArrayList<>();
    for (int i = 0; i < slices.size(); i += each) {
      List<Slice> some = slices.subList(i, Math.min(slices.size(), i + each));
      joined.add(
          new Slice(
              some.getFirst().startS,
              some.getLast().endS,
              Counted.merge(some.stream().map(Slice::counted).toList())));
    }
    return joined;
  }

  /** The middle of it, in seconds. */
  double middleS() {
    return (startS + endS) / 2;
  }

  public long count() {
    return counted.total();
  }

  /** A percentile from 0 to 100, or -1 where nothing was counted. */
  public long percentileNs(double percentile) {
    return count() == 0 ? -1 : counted.percentile(percentile);
  }

  /** The mean to the width of a bucket, or NaN where nothing was counted. */
  public double meanNs() {
    long[] values = counted.values();
    long[] counts = counted.counts();
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += (double) values[i] * counts[i];
    }
    return sum / (double) count();
  }
}
