package dev.foliot.stats;

import org.jspecify.annotations.Nullable;

/**
 * Expectation and maximisation from one start: see {@link NormalMixture#fit}.
 *
 * <p>One climb and one thread; each step overwrites its arrays.
 */
final class MixtureClimb {
  /** The greatest ratio of deviations. */
  static final double MOST_RATIO = 8;

  private static final double HALF_LOG_2PI = Math.log(2 * Math.PI) / 2;

  /**
   * Below this density, a value belongs only to the nearest part: a ratio of zeros means nothing.
   */
  private static final double NOTHING = 1e-290;

  private final Sample sample;
  private final double minPart;
  private final double floor;
  private final double[] weights;
  private final double[] means;
  private final double[] deviations;
  private final double[] heights;
  private final double[] densities;
  private final double[] counts;
  private final double[] firsts;
  private final double[] seconds;

  private MixtureClimb(
      Sample sample,
      double[] weights,
      double[] means,
      double[] deviations,
      double minPart,
      double floor) {
    this.sample = sample;
    this.weights = weights.clone();
    this.means = means.clone();
    this.deviations = deviations.clone();
    this.minPart = minPart;
    this.floor = floor;
    heights = new double[weights.length];
    densities = new double[weights.length];
    counts = new double[weights.length];
    firsts = new double[weights.length];
    seconds = new double[weights.length];
  }

  /**
   * Climbs from parts cut at these indexes.
   *
   * @param most the greatest number of steps
   * @param tolerance stops when a step gains at most this many nats
   * @param leastD gives up when neighbours come closer than this many of Ashman's D
   * @return null if it gave up, or if a part became too small
   */
  static @Nullable NormalMixture fromCuts(
      Sample sample,
      int[] cuts,
      double minPart,
      double floor,
      int most,
      double tolerance,
      double leastD) {
    int parts = cuts.length + 1;
    double[] weights = new double[parts];
    double[] means = new double[parts];
    double[] deviations = new double[parts];
    for (int k = 0; k < parts; k++) {
      int from = k == 0 ? 0 : cuts[k - 1];
      int to = k == cuts.length ? sample.size() : cuts[k];
      weights[k] = sample.count(from, to) / sample.total();
      means[k] = sample.mean(from, to);
      deviations[k] = Math.sqrt(sample.variance(from, to));
    }
    return from(sample, weights, means, deviations, minPart, floor, most, tolerance, leastD);
  }

  /** Climbs from any parameters, in the same way. */
  static @Nullable NormalMixture from(
      Sample sample,
      double[] weights,
      double[] means,
      double[] deviations,
      double minPart,
      double floor,
      int most,
      double tolerance,
      double leastD) {
    MixtureClimb climb = new MixtureClimb(sample, weights, means, deviations, minPart, floor);
    climb.bound();
    double last = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < most; i++) {
      double here = climb.expect();
      if (here - last <= tolerance) {
        break;
      }
      last = here;
      if (!climb.maximise() || climb.nearer(leastD)) {
        return null;
      }
    }
    climb.order();
    return new NormalMixture(climb.weights, climb.means, climb.deviations, climb.expect());
  }

  private double expect() {
    double[] values = sample.values();
    double[] standing = sample.counts();
    int parts = weights.length;
    for (int k = 0; k < parts; k++) {
      heights[k] = weights[k] / deviations[k];
      counts[k] = 0;
      firsts[k] = 0;
      seconds[k] = 0;
    }
    double logs = 0;
    for (int i = 0; i < values.length; i++) {
      double sum = 0;
      for (int k = 0; k < parts; k++) {
        double z = (values[i] - means[k]) / deviations[k];
        densities[k] = heights[k] * Math.exp(-z * z / 2);
        sum += densities[k];
      }
      if (sum < NOTHING) {
        logs += standing[i] * leaveToTheNearest(values[i]);
        sum = 1;
      } else {
        logs += standing[i] * Math.log(sum);
      }
      for (int k = 0; k < parts; k++) {
        double share = standing[i] * densities[k] / sum;
        double from = values[i] - means[k];
        counts[k] += share;
        firsts[k] += share * from;
        seconds[k] += share * from * from;
      }
    }
    return logs - sample.total() * HALF_LOG_2PI;
  }

  private double leaveToTheNearest(double value) {
    int nearest = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < weights.length; k++) {
      double z = (value - means[k]) / deviations[k];
      double log = Math.log(heights[k]) - z * z / 2;
      densities[k] = 0;
      if (log > most) {
        most = log;
        nearest = k;
      }
    }
    densities[nearest] = 1;
    return most;
  }

  /** Returns false if a part becomes too small; half a value may be on its way out. */
  private boolean maximise() {
    for (int k = 0; k < weights.length; k++) {
      if (!(counts[k] >= minPart - 0.5 && counts[k] > 0)) {
        return false;
      }
      double off = firsts[k] / counts[k];
      weights[k] = counts[k] / sample.total();
      means[k] += off;
      deviations[k] = Math.sqrt(Math.max(0, seconds[k] / counts[k] - off * off));
    }
    bound();
    return true;
  }

  private boolean nearer(double leastD) {
    for (int k = 1; leastD > 0 && k < means.length; k++) {
      double squares = deviations[k - 1] * deviations[k - 1] + deviations[k] * deviations[k];
      if (means[k] - means[k - 1] < leastD * Math.sqrt(squares / 2)) {
        return true;
      }
    }
    return false;
  }

  private void bound() {
    double widest = floor;
    for (double deviation : deviations) {
      widest = Math.max(widest, deviation);
    }
    for (int k = 0; k < deviations.length; k++) {
      deviations[k] = Math.max(deviations[k], Math.max(floor, widest / MOST_RATIO));
    }
  }

  private void order() {
    for (int i = 1; i < means.length; i++) {
      for (int k = i; k > 0 && means[k] < means[k - 1]; k--) {
        swap(weights, k);
        swap(means, k);
        swap(deviations, k);
      }
    }
  }

  private static void swap(double[] values, int with) {
    double kept = values[with];
    values[with] = values[with - 1];
    values[with - 1] = kept;
  }
}
