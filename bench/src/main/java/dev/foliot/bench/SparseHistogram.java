package dev.foliot.bench;

import java.io.Serial;
import java.util.BitSet;
import java.util.function.Consumer;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PackedHistogram;

/**
 * A three-digit histogram, as large as its contents, that knows its buckets. HdrHistogram's own
 * iterators look at each bucket up to the greatest value: some 20,000, where an interval has a
 * hundred. Not safe for use by several threads.
 */
final class SparseHistogram extends PackedHistogram {
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
    if (other instanceof SparseHistogram sparse) {
      sparse.addTo(this);
      return;
    }
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
  void each(Consumer<Durations.Bucket> action) {
    for (int i = recorded.nextSetBit(0); i >= 0; i = recorded.nextSetBit(i + 1)) {
      long ns = Counts.valueOf(i);
      action.accept(new Durations.Bucket(highestEquivalentValue(ns), getCountAtValue(ns)));
    }
  }

  @Override
  public void reset() {
    super.reset();
    recorded.clear();
  }
}
