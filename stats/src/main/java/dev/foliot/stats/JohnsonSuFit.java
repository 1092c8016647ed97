package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Fits the most likely {@link JohnsonSu} to a sample. For a few skews and tails, the median and two
 * quantiles give place and scale. Nelder and Mead's simplex starts from the likeliest of these.
 */
final class JohnsonSuFit {
  private static final double[] SKEWS = {-3, -1, 0, 1, 3};
  private static final double[] TAILS = {0.1, 0.5, 1};
  private static final int STARTS = 2;
  private static final int MOST_CALLS = 300;
  private static final double[] STEPS = {0.2, 0.2, 0.5, 0.15};

  /** Nats; far below the precision of any decision. */
  private static final double TOLERANCE = 1e-3;

  private final Sample sample;
  private final double center;
  private final double half;
  private final double leastScale;

  private JohnsonSuFit(Sample sample, double leastScale) {
    this.sample = sample;
    this.leastScale = leastScale;
    center = sample.quantile(0.5);
    double between = (sample.quantile(0.8413) - sample.quantile(0.1587)) / 2;
    half = Math.max(between, leastScale);
  }

  /** So small that it matters only for equal values. */
  static double leastScale(Sample sample) {
    double range = sample.range();
    double size = Math.abs(sample.values()[sample.size() / 2]);
    return Math.max(1e-6 * range, Math.max(4 * Math.ulp(size), Double.MIN_NORMAL));
  }

  /**
   * Fits from several starts.
   *
   * @param leastScale the floor of the scale: without it, equal values would be infinitely likely
   */
  static JohnsonSu of(Sample sample, double leastScale) {
    JohnsonSuFit fit = new JohnsonSuFit(sample, leastScale);
    List<double[]> starts = fit.starts();
    JohnsonSu best = normal(sample, leastScale);
    for (double[] start : starts.subList(0, STARTS)) {
      best = likelier(best, fit.from(start));
    }
    return best;
  }

  /** Fits from a known near solution: the distribution that the sample was drawn from. */
  static JohnsonSu near(JohnsonSu known, Sample sample, double leastScale) {
    JohnsonSuFit fit = new JohnsonSuFit(sample, leastScale);
    double[] start = {
      (known.median() - fit.center) / fit.half,
      Math.log(Math.max(known.scale(), leastScale) / fit.half),
      known.skew(),
      known.tail()
    };
    return likelier(normal(sample, leastScale), fit.from(start));
  }

  private static JohnsonSu likelier(JohnsonSu a, JohnsonSu b) {
    return b.logLikelihood() > a.logLikelihood() ? b : a;
  }

  private List<double[]> starts() {
    List<double[]> starts = new ArrayList<>();
    for (double skew : SKEWS) {
      for (double tail : TAILS) {
        // The distance of the quantiles one normal deviation off the median, for any skew.
        starts.add(new double[] {0, Math.log(tail / Math.sinh(tail)), skew, tail});
      }
    }
    starts.sort(Comparator.comparingDouble(this::cost));
    return starts;
  }

  private JohnsonSu from(double[] start) {
    double[] at = NelderMead.minimum(this::cost, start, STEPS, MOST_CALLS, TOLERANCE);
    return new JohnsonSu(median(at), scale(at), at[2], Math.abs(at[3]), -cost(at));
  }

  /** The limit without tails, with its best fit in closed form. */
  static JohnsonSu normal(Sample sample, double leastScale) {
    double mean = sample.mean(0, sample.size());
    double deviation = Math.max(leastScale, Math.sqrt(sample.variance(0, sample.size())));
    return new JohnsonSu(
        mean, deviation, 0, 0, JohnsonSu.logLikelihood(sample, mean, deviation, 0, 0));
  }

  private double median(double[] at) {
    return center + at[0] * half;
  }

  private double scale(double[] at) {
    return Math.max(leastScale, half * Math.exp(at[1]));
  }

  /** A tail below zero equals its positive value: the normal limit is then no barrier. */
  private double cost(double[] at) {
    double tail = Math.abs(at[3]);
    if (Math.abs(at[2]) > JohnsonSu.MOST_SKEW || tail > JohnsonSu.MOST_TAIL) {
      return Double.POSITIVE_INFINITY;
    }
    return -JohnsonSu.logLikelihood(sample, median(at), scale(at), at[2], tail);
  }
}
