package dev.foliot.load.schedule;

import dev.foliot.bench.Durations;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Durations without an order in time. One thread records; others may read after its end. */
final class Tally {
  private static final int DIGITS = 3;

  private @Nullable Histogram histogram;
  private long minNs = Long.MAX_VALUE;
  private long maxNs = -1;
  private long sumNs;

  /** Records a duration; below zero it is none. */
  void record(long ns) {
    if (ns < 0) {
      return;
    }
    Histogram counts = histogram;
    if (counts == null) {
      // most phases open no connection: a histogram takes 20 to 200 KB
      counts = new Histogram(DIGITS);
      counts.setAutoResize(true);
      histogram = counts;
    }
    counts.recordValue(ns);
    minNs = Math.min(minNs, ns);
    maxNs = Math.max(maxNs, ns);
    // more than 290 years of waiting in all would overflow
    sumNs += ns;
  }

  /** What was recorded, after its end. */
  Durations durations() {
    Histogram counts = histogram;
    return counts == null
        ? Durations.sum(Stream.of())
        : new Durations(counts, counts.getTotalCount(), minNs, maxNs, BigInteger.valueOf(sumNs));
  }
}
