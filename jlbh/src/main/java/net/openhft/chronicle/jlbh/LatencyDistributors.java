package net.openhft.chronicle.jlbh;

import java.util.concurrent.ThreadLocalRandom;

/** The usual gaps between messages. */
public enum LatencyDistributors implements LatencyDistributor {
  /** Equal gaps. */
  NORMAL {
    @Override
    public long apply(long averageLatencyNs) {
      return averageLatencyNs;
    }
  },
  /** Uniform between the least gap and twice the mean less that gap. */
  RANDOM {
    @Override
    public long apply(long averageLatencyNs) {
      long leastNs = leastNs(averageLatencyNs);
      return Math.round(leastNs + 2 * (averageLatencyNs - leastNs) * chance());
    }
  },
  /** Mostly short and sometimes long: the cube of a uniform number, with the same mean. */
  RANDOM2 {
    @Override
    public long apply(long averageLatencyNs) {
      long leastNs = leastNs(averageLatencyNs);
      double chance = chance();
      return Math.round(
          leastNs + CUBE_MEAN * (averageLatencyNs - leastNs) * chance * chance * chance);
    }
  };

  private static final long LEAST_NS = 1_000;

  /** One over the mean of the cube of a uniform number. */
  private static final double CUBE_MEAN = 4;

  private static long leastNs(long averageLatencyNs) {
    return averageLatencyNs > LEAST_NS ? LEAST_NS : 0;
  }

  private static double chance() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
