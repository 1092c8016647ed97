package dev.foliot.judgement.search;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The border between rates that meet an objective and rates that break it: there half of the forks
 * hold it.
 *
 * <p>The probability that a fork at rate {@code x} holds is modelled as {@code e + (1 - 2e) / (1 +
 * (x / border)^(1 / s))}: a step, blurred by {@code s}, with a share {@code e} of contrary forks,
 * because machines have disturbances. Bayes' rule gives the probability of every border on a
 * logarithmic grid; the unknown blur and share are summed over. Psychophysics finds a threshold in
 * few trials the same way [1]. A search at the rate with the least expected doubt is a noisy
 * bisection [2].
 *
 * <p>Before the first fork, all borders from a quarter of the lowest tried rate to four times the
 * highest are equally likely on the logarithmic scale. Simulations with steps, slopes, flips and
 * queues test how often the intervals contain the truth.
 *
 * <p>[1] Watson, Pelli, "QUEST: A Bayesian adaptive psychometric method", 1983; Kontsevich, Tyler,
 * "Bayesian adaptive estimation of psychometric slope and threshold", 1999. [2] Horstein,
 * "Sequential transmission using noiseless feedback", 1963; Waeber, Frazier, Henderson, "Bisection
 * search with noisy responses", 2013.
 */
final class RateBorder {
  private static final double[] BLURS = {0.01, 0.05, 0.15, 0.4, 1.2, 2.5};
  private static final double[] BLUR_WEIGHTS = {0.24, 0.24, 0.16, 0.16, 0.1, 0.1};
  private static final double[] SHARES = {0.01, 0.08, 0.25, 0.45};
  private static final double[] SHARE_WEIGHTS = {0.34, 0.24, 0.12, 0.3};
  private static final int CASES = BLURS.length * SHARES.length;
  private static final double BEYOND = Math.log(4);
  private static final double STEP = Math.log(2) / 24;

  private final double first;

  /** By border of the grid, for each blur and share. */
  private final double[][] mass;

  /** The sums over blurs and shares. */
  private double[] marginal = {};

  private RateBorder(double first, int size) {
    this.first = first;
    this.mass = new double[CASES][size];
  }

  /** The border from the judged forks; at least one. */
  static RateBorder of(List<RateObservation> seen) {
    Map<Double, int[]> counts = new HashMap<>();
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (RateObservation one : seen) {
      if (one.isJudged()) {
        least = Math.min(least, one.ratePerS());
        most = Math.max(most, one.ratePerS());
        boolean holds = one.outcome() == RateObservation.Outcome.HOLDS;
        counts.computeIfAbsent(one.ratePerS(), rate -> new int[2])[holds ? 1 : 0]++;
      }
    }
    if (counts.isEmpty()) {
      throw new IllegalArgumentException("no fork has said anything");
    }
    double first = Math.log(least) - BEYOND;
    int size = (int) Math.ceil((Math.log(most) + BEYOND - first) / STEP) + 1;
    RateBorder border = new RateBorder(first, size);
    for (int i = 0; i < CASES; i++) {
      Arrays.fill(
          border.mass[i], BLUR_WEIGHTS[i / SHARES.length] * SHARE_WEIGHTS[i % SHARES.length]);
    }
    counts.forEach((rate, of) -> {
      double[][] holds = border.holds(rate);
      border.multiply(holds, of[1], of[0]);
    });
    border.normalize();
    return border;
  }

  /** The probability that a fork at a rate holds, for each case and border. */
  private double[][] holds(double ratePerS) {
    double x = Math.log(ratePerS);
    int size = mass[0].length;
    double[][] holds = new double[CASES][size];
    for (int blur = 0; blur < BLURS.length; blur++) {
      for (int i = 0; i < size; i++) {
        double step = 1 / (1 + Math.exp((x - first - i * STEP) / BLURS[blur]));
        for (int share = 0; share < SHARES.length; share++) {
          holds[blur * SHARES.length + share][i] = SHARES[share] + (1 - 2 * SHARES[share]) * step;
        }
      }
    }
    return holds;
  }

  private void multiply(double[][] holds, int held, int broke) {
    for (int c = 0; c < CASES; c++) {
      for (int i = 0; i < mass[c].length; i++) {
        mass[c][i] *= power(holds[c][i], held) * power(1 - holds[c][i], broke);
      }
    }
  }

  /** Exponents are counts of forks, mostly zero or one: {@link Math#pow} is ten times slower. */
  private static double power(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  private void normalize() {
    double sum = Arrays.stream(mass).flatMapToDouble(Arrays::stream).sum();
    for (double[] row : mass) {
      for (int i = 0; i < row.length; i++) {
        row[i] /= sum;
      }
    }
    marginal = sums();
  }

  private double[] sums() {
    double[] sums = new double[mass[0].length];
    for (double[] row : mass) {
      for (int i = 0; i < row.length; i++) {
        sums[i] += row[i];
      }
    }
    return sums;
  }

  /**
   * The rate that exceeds the border with a probability.
   *
   * @param probability above 0, below 1
   */
  double quantile(double probability) {
    double sum = 0;
    int i = 0;
    while (i < marginal.length - 1 && sum + marginal[i] < probability) {
      sum += marginal[i++];
    }
    // a point of the grid represents the cell around it
    double within = marginal[i] == 0 ? 0.5 : (probability - sum) / marginal[i];
    return Math.exp(first + (i - 0.5 + within) * STEP);
  }

  /** The probability that the border is above a rate. */
  double above(double ratePerS) {
    double cell = (Math.log(ratePerS) - first) / STEP + 0.5;
    double sum = 0;
    for (int i = 0; i < marginal.length; i++) {
      sum += marginal[i] * Math.clamp(i + 1 - cell, 0, 1);
    }
    return sum;
  }

  /** The expected doubt about the border after a fork at this rate, in nats. */
  double expectedDoubt(double ratePerS) {
    double[][] holds = holds(ratePerS);
    int size = mass[0].length;
    double[] held = new double[size];
    double[] broke = new double[size];
    for (int c = 0; c < CASES; c++) {
      for (int i = 0; i < size; i++) {
        held[i] += mass[c][i] * holds[c][i];
        broke[i] += mass[c][i] * (1 - holds[c][i]);
      }
    }
    return entropy(held) + entropy(broke);
  }

  /** The entropy of an unnormalised distribution, times its sum. */
  private static double entropy(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    double entropy = 0;
    for (double weight : weights) {
      entropy -= weight > 0 ? weight * Math.log(weight / sum) : 0;
    }
    return entropy;
  }
}
