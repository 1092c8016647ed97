package dev.foliot.bench;

import java.util.SplittableRandom;

/**
 * Precomputed durations like a service's: most near 2 us, one in fifty near 20 us or far beyond. A
 * constant would be predicted and cached unlike real durations.
 */
final class ServiceTimes {
  static final int COUNT = 1 << 10;
  private static final double MEDIAN_NS = 2_000;
  private static final double SPREAD = 0.35;
  private static final double SLOW_SHARE = 0.02;
  private static final double SLOW_MEDIAN_NS = 20_000;
  private static final double SLOW_SPREAD = 1.7;

  private final long[] durationsNs = new long[COUNT];
  private int index;

  ServiceTimes(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < COUNT; i++) {
      boolean slow = random.nextDouble() < SLOW_SHARE;
      double median = slow ? SLOW_MEDIAN_NS : MEDIAN_NS;
      double spread = slow ? SLOW_SPREAD : SPREAD;
      durationsNs[i] = (long) (median * Math.exp(spread * gaussian(random)));
    }
  }

  /** By the method of Box and Muller. */
  private static double gaussian(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** The durations in order, repeatedly. */
  long nextNs() {
    return durationsNs[index++ & (COUNT - 1)];
  }
}
