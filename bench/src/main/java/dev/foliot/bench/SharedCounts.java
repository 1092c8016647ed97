package dev.foliot.bench;

import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Counts in the buckets of {@link Counts}, filled by several threads at once. Every addition is
 * atomic. The array has its full range from the start and never moves.
 */
final class SharedCounts {
  private static final int LENGTH = Counts.indexOf(Long.MAX_VALUE) + 1;

  /** The sum has two halves: it cannot overflow within 2^31 durations. */
  private static final int LOW_BITS = 32;

  private final AtomicLongArray counts = new AtomicLongArray(LENGTH);
  private final LongAccumulator minNs = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAccumulator maxNs = new LongAccumulator(Math::max, -1);
  private final AtomicLong sumLow = new AtomicLong();
  private final AtomicLong sumHigh = new AtomicLong();

  void record(long ns) {
    counts.getAndIncrement(Counts.indexOf(ns));
    if (ns < minNs.get()) {
      minNs.accumulate(ns);
    }
    if (ns > maxNs.get()) {
      maxNs.accumulate(ns);
    }
    sumLow.getAndAdd(ns & ((1L << LOW_BITS) - 1));
    if (ns >>> LOW_BITS != 0) {
      sumHigh.getAndAdd(ns >>> LOW_BITS);
    }
  }

  void addTo(Durations.Builder total) {
    long max = maxNs.get();
    if (max < 0) {
      return;
    }
    for (int index = Counts.indexOf(minNs.get()); index <= Counts.indexOf(max); index++) {
      long count = counts.get(index);
      if (count != 0) {
        total.add(index, count);
      }
    }
    BigInteger sum =
        BigInteger.valueOf(sumHigh.get()).shiftLeft(LOW_BITS).add(BigInteger.valueOf(sumLow.get()));
    total.addExact(minNs.get(), max, sum);
  }
}
