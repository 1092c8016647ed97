package dev.foliot.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * The distance of the law from the measurements, for given parameters. The law is linear in λ,
 * whose best value for any σ and κ has a closed form (variable projection: Golub and Pereyra,
 * 1973).
 */
final class ScalabilityCurve {
  /** A parameter below this share of the whole cost at the largest size counts as zero. */
  private static final double LEAST_COST = 1e-9;

  private static final double MOST_COHERENCY = 10;

  private final double[] sizes;
  private final double[] throughputs;

  ScalabilityCurve(double[] sizes, double[] throughputs) {
    this.sizes = sizes.clone();
    this.throughputs = throughputs.clone();
  }

  /** The factor of λ. */
  static double growth(double size, double contention, double coherency) {
    return size / (1 + (size - 1) * (contention + coherency * size));
  }

  int count() {
    return sizes.length;
  }

  double largestSize() {
    double largest = 0;
    for (double size : sizes) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  double bestPerUnit(double contention, double coherency) {
    double along = 0;
    double square = 0;
    for (int i = 0; i < sizes.length; i++) {
      double growth = growth(sizes[i], contention, coherency);
      along += growth * throughputs[i];
      square += growth * growth;
    }
    return along / square;
  }

  /** The sum of squares with the best λ. */
  double squares(double contention, double coherency) {
    return squares(bestPerUnit(contention, coherency), contention, coherency);
  }

  double squares(double perUnit, double contention, double coherency) {
    double sum = 0;
    for (int i = 0; i < sizes.length; i++) {
      double off = throughputs[i] - perUnit * growth(sizes[i], contention, coherency);
      sum += off * off;
    }
    return sum;
  }

  /** The minimum of a function of σ. */
  Minimum overContention(DoubleUnaryOperator squares) {
    return Minimum.of(squares, LEAST_COST / largestSize(), 1);
  }

  /** The minimum of a function of κ. */
  Minimum overCoherency(DoubleUnaryOperator squares) {
    return Minimum.of(squares, LEAST_COST / largestSize() / largestSize(), MOST_COHERENCY);
  }

  /** The least sum of squares over σ for a fixed N*: κ = (1 - σ) / N*². */
  double squaresWithPeak(double peak) {
    return overContention(contention -> squares(contention, (1 - contention) / (peak * peak)))
        .value();
  }
}
