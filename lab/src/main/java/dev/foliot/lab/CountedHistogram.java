package dev.foliot.lab;

import dev.foliot.stats.Counted;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** HdrHistogram's counts as the statistics take them. */
final class CountedHistogram {
  private CountedHistogram() {}

  /** Each bucket by its greatest value, as percentiles are given too. */
  static Counted of(AbstractHistogram histogram) {
    LongStream.Builder values = LongStream.builder();
    LongStream.Builder counts = LongStream.builder();
    for (HistogramIterationValue bucket : histogram.recordedValues()) {
      values.add(bucket.getValueIteratedTo());
      counts.add(bucket.getCountAtValueIteratedTo());
    }
    return new Counted(values.build().toArray(), counts.build().toArray());
  }
}
