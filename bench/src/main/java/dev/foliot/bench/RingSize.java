package dev.foliot.bench;

/**
 * Decides how many messages may be in flight. Where the producer does the work, the ring holds two
 * seconds' worth. Otherwise it holds at least the time-out's worth, since one slow message can
 * block its slot that long. Memory bounds both.
 */
final class RingSize {
  private static final int LEAST = 1 << 14;
  private static final int MOST = 1 << 20;

  /** A counted load gets room for all its messages, up to this many: it may fall far behind. */
  private static final int MOST_COUNTED = 1 << 18;

  private static final double NS_PER_S = 1e9;
  private static final double INLINE_S = 2;

  private RingSize() {}

  /** Slots for each producer, a power of two. */
  static int slotsPerProducer(BenchConfig config) {
    boolean inline = config.dispatch() instanceof Dispatch.Inline;
    double seconds = inline ? INLINE_S : Math.max(INLINE_S, config.timeoutNs() / NS_PER_S);
    double wanted =
        Math.max(
            mostPerSecond(config) * seconds + burst(config),
            Math.min(config.messages(), MOST_COUNTED)) / config.producers();
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
    return arrivals instanceof Arrivals.Trace ? MOST : mean;
  }

  private static int burst(BenchConfig config) {
    return config.arrivals() instanceof Arrivals.Burst burst ? burst.messages() : 0;
  }
}
