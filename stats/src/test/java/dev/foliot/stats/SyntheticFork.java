package dev.foliot.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Durations with a heavy tail, in a fast and a slow state, with their true values.
 *
 * <p>Lognormal around 1 us, eight times slower in the slow state. A long slow state gives clusters
 * of slow messages; a state of one message gives independent ones.
 *
 * @param intervals number of intervals of the fork
 * @param messages messages in each interval
 * @param slowMessages mean length of the slow state; up to 1: independent messages
 * @param slowShare slow share of all messages
 * @param forkDeviation deviation of the log of a fork's own factor
 */
record SyntheticFork(
    int intervals, int messages, double slowMessages, double slowShare, double forkDeviation) {
  private static final double SPREAD = 0.5;
  private static final double SLOWER = Math.log(8);
  private static final double CENTRE = Math.log(1000);

  /** Values are rounded up to steps of half a percent, as in a histogram. */
  private static final double STEP = 0.005;

  List<Counted> draw(SplittableRandom random) {
    double own = forkDeviation * random.nextGaussian();
    boolean slow = random.nextDouble() < slowShare;
    List<Counted> blocks = new ArrayList<>();
    for (int i = 0; i < intervals; i++) {
      long[] values = new long[messages];
      for (int j = 0; j < messages; j++) {
        slow = next(slow, random);
        values[j] = quantized(CENTRE + own + (slow ? SLOWER : 0) + SPREAD * random.nextGaussian());
      }
      blocks.add(Counted.of(values));
    }
    return blocks;
  }

  private boolean next(boolean slow, SplittableRandom random) {
    if (slowMessages <= 1) {
      return random.nextDouble() < slowShare;
    }
    double leave = slow ? 1 / slowMessages : slowShare / (1 - slowShare) / slowMessages;
    return (random.nextDouble() < leave) != slow;
  }

  /** The percentile of endless messages of the middle fork. */
  long truth(double percentile) {
    NormalDistribution fast = NormalDistribution.of(CENTRE, SPREAD);
    NormalDistribution slow = NormalDistribution.of(CENTRE + SLOWER, SPREAD);
    double low = 0;
    double high = 30;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      double share =
          (1 - slowShare) * fast.cumulativeProbability(middle)
              + slowShare * slow.cumulativeProbability(middle);
      if (share < percentile / 100) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return quantized(high);
  }

  private static long quantized(double log) {
    return Math.round(Math.exp(Math.ceil(log / STEP) * STEP));
  }
}
