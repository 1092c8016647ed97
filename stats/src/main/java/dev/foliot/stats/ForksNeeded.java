package dev.foliot.stats;

import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Estimates the number of forks a side that would decide an undecided comparison.
 *
 * <p>It assumes that the estimate stays the same. The interval must shrink until it excludes zero
 * (for an estimate beyond the margin), or lies within the margin. Its width falls with the square
 * root of the number of forks.
 */
final class ForksNeeded {
  private static final int MOST = 10_000;

  private ForksNeeded() {}

  static OptionalInt of(
      double[] a, double[] b, HodgesLehmann.Shift shift, double level, double margin) {
    double distance = Math.abs(shift.estimate());
    double wanted = distance >= margin ? distance : margin - distance;
    // Half width for one fork a side, by the root law.
    double halfWidth;
    double perSide = 2.0 / (1.0 / a.length + 1.0 / b.length);
    if (Double.isInfinite(shift.low())) {
      halfWidth =
          deviation(a, b)
              * Math.sqrt(2)
              * NormalDistribution.of(0, 1).inverseSurvivalProbability(level / 2);
    } else {
      halfWidth =
          Math.max(shift.high() - shift.estimate(), shift.estimate() - shift.low())
              * Math.sqrt(perSide);
    }
    double forks = Math.ceil(Math.pow(halfWidth / wanted, 2));
    double atLeast = Math.max(Comparison.LEAST_FORKS, Math.floor(perSide) + 1);
    return forks <= MOST && Math.min(a.length, b.length) > 0 && a.length + b.length > 2
        ? OptionalInt.of((int) Math.max(forks, atLeast))
        : OptionalInt.empty();
  }

  private static double deviation(double[] a, double[] b) {
    double sum = squares(a) + squares(b);
    return Math.sqrt(sum / Math.max(1, a.length + b.length - 2));
  }

  private static double squares(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
