package dev.foliot.load.schedule;

import dev.foliot.bench.Durations;
import java.math.BigInteger;
import java.util.Collection;
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

  /** The sum of several. */
  static Durations sum(Collection<Tally> tallies) {
    Histogram all = new Histogram(DIGITS);
    all.setAutoResize(true);
    long minNs = Long.MAX_VALUE;
    long maxNs = -1;
    BigInteger sumNs = BigInteger.ZERO;
    for (Tally tally : tallies) {
      if (tally.histogram != null) {
        all.add(tally.histogram);
        minNs = Math.min(minNs, tally.minNs);
        maxNs = Math.max(maxNs, tally.maxNs);
        sumNs = sumNs.add(BigInteger.valueOf(tally.sumNs));
      }
    }
    boolean none = maxNs < 0;
    return new Durations(all, all.getTotalCount(), none ? 0 : minNs, none ? 0 : maxNs, sumNs);
  }
}
