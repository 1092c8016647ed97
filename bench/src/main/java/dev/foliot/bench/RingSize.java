package dev.foliot.bench;

/**
 * How many messages may be in flight: those of the time-out, which is how long one may take, within
 * bounds of memory.
 */
final class RingSize {
  private static final int LEAST = 1 << 14;
  private static final int MOST = 1 << 20;
  private static final double NS_PER_S = 1e9;

  private RingSize() {}

  /** Slots for each producer, a power of two. */
  static int slotsPerProducer(BenchConfig config) {
    double wanted = mostPerSecond(config) * config.timeoutNs() / NS_PER_S / config.producers();
    int slots = LEAST;
    while (slots < wanted && slots < MOST) {
      slots *= 2;
    }
    return slots;
  }

  private static double mostPerSecond(BenchConfig config) {
    Arrivals arrivals = config.arrivals();
    double mean = config.rate().perSecond();
    if (arrivals instanceof Arrivals.Ramp ramp) {
      return Math.max(ramp.from().perSecond(), ramp.to().perSecond());
    }
    if (arrivals instanceof Arrivals.Step step) {
      return step.rates().stream().mapToDouble(Rate::perSecond).max().orElse(mean);
    }
    if (arrivals instanceof Arrivals.Burst burst) {
      return Math.max(mean, 2.0 * burst.messages());
    }
    return arrivals instanceof Arrivals.Trace ? MOST : mean;
  }
}
