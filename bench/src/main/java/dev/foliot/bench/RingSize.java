package dev.foliot.bench;

import java.util.List;

/**
 * How many messages may be in flight. Where the producer does the work, the ring holds two seconds'
 * worth. Otherwise it holds at least the time-out's worth, since one slow message can block its
 * slot that long. A quarter of the heap bounds both.
 *
 * @param slotsPerProducer a power of two
 * @param mostBytes what the ring may take, with probes that are made later
 * @param notes a sentence where the heap leaves room for fewer messages
 */
record RingSize(int slotsPerProducer, long mostBytes, List<String> notes) {
  private static final int LEAST = 1 << 14;
  private static final int MOST = 1 << 20;

  /** A counted load gets room for all its messages, up to this many: it may fall far behind. */
  private static final int MOST_COUNTED = 1 << 18;

  private static final double NS_PER_S = 1e9;
  private static final double INLINE_S = 2;
  private static final int PART_OF_HEAP = 4;

  /**
   * The size for a load.
   *
   * @param probes number of probes a message has
   * @param heapBytes the largest heap of this JVM
   * @throws BenchFailedException if the heap has no room for the smallest ring
   */
  static RingSize of(BenchConfig config, int probes, long heapBytes) {
    int wanted = wanted(config);
    long mostBytes = heapBytes / PART_OF_HEAP;
    int slots = wanted;
    while (slots > LEAST && bytes(slots, config, probes) > mostBytes) {
      slots /= 2;
    }
    if (bytes(slots, config, probes) > mostBytes) {
      throw new BenchFailedException(
          "%d probes and %d producers need a heap of %d MB, and this JVM's has %d: give more with --jvm-arg=-Xmx1g, or make fewer probes"
              .formatted(
                  probes,
                  config.producers(),
                  ((PART_OF_HEAP * bytes(slots, config, probes)) >> 20) + 1,
                  heapBytes >> 20),
          null);
    }
    return new RingSize(
        slots,
        mostBytes,
        slots == wanted
            ? List.of()
            : List.of(
                "this JVM's heap of %d MB has room for %d messages in flight, not for the %d that this load could have"
                    .formatted(
                        heapBytes >> 20, slots * config.producers(), wanted * config.producers())));
  }

  private static long bytes(int slots, BenchConfig config, int probes) {
    return (long) slots * config.producers() * MessageRing.bytesPerSlot(probes);
  }

  private static int wanted(BenchConfig config) {
    boolean inline = config.dispatch() instanceof Dispatch.Inline;
    double seconds = inline ? INLINE_S : Math.max(INLINE_S, config.timeoutNs() / NS_PER_S);
    double wanted =
        Math.max(
                mostPerSecond(config) * seconds + burst(config),
                (double) Math.min(config.messages(), MOST_COUNTED))
            / config.producers();
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
