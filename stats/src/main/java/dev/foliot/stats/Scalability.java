package dev.foliot.stats;

/**
 * How throughput grows with the size of a system, by the Universal Scalability Law [1]: X(N) = λN /
 * (1 + σ(N - 1) + κN(N - 1)). N counts CPUs, threads or clients. σ is contention (work that
 * queues), and κ is coherency (work that each must settle with every other).
 *
 * <p>Least squares fits λ, σ and κ together under 0 ≤ σ ≤ 1 and κ ≥ 0; the measurement at N = 1 has
 * no special role. Intervals use the profile likelihood [2]: they contain every value that the
 * other parameters can compensate. Two alternatives are ruled out. A bootstrap over replicates has
 * no material if each size was measured once or twice. Normal intervals extend below zero. Profile
 * intervals need no seed, respect the bounds, extend to N*, and are infinite where the data bound
 * nothing. They assume independent measurements with equal noise at all sizes.
 *
 * <p>Immutable.
 *
 * <p>[1] Gunther, "Guerrilla Capacity Planning", 2007, chapters 4 to 6. [2] Bates and Watts,
 * "Nonlinear Regression Analysis and Its Applications", 1988, chapter 6.
 */
public sealed interface Scalability {
  /** The law has three parameters: with three sizes it would fit any data. */
  int FEWEST_SIZES = 4;

  /** The main limit of throughput at the largest measured size, compared with N times λ. */
  enum Limit {
    /** No limit in the data: a straight line fits as well. */
    NONE,
    /** Mostly σ: work that queues. */
    CONTENTION,
    /** Mostly κ: work that grows with the number of pairs. */
    COHERENCY,
    /** A limit exists, but the data do not show which kind costs more. */
    UNDECIDED
  }

  /**
   * A parameter.
   *
   * @param value the best fit; infinite for the peak of a curve without one
   * @param range its interval
   * @param isBounded whether the measurements bound it; otherwise the interval ends where the
   *     search ended, and says nothing
   */
  record Estimate(double value, Range range, boolean isBounded) {}

  /**
   * A fit.
   *
   * @param perUnit λ, the throughput at N = 1, in the unit of the measurements
   * @param contention σ, from 0 to 1
   * @param coherency κ, from 0
   * @param peakSize N* = sqrt((1 - σ) / κ), the size with the greatest throughput
   * @param largestSize the largest measured N
   * @param limit the dominant limit at that size
   * @param residual the standard deviation of the measurements about the curve, in their unit
   */
  record Fitted(
      Estimate perUnit,
      Estimate contention,
      Estimate coherency,
      Estimate peakSize,
      double largestSize,
      Limit limit,
      double residual)
      implements Scalability {
    /**
     * The throughput by the law.
     *
     * @param size N, at least 1; extrapolated beyond {@code largestSize}
     */
    public double throughputAt(double size) {
      return perUnit.value * ScalabilityCurve.growth(size, contention.value, coherency.value);
    }
  }

  /**
   * No fit.
   *
   * @param reason the reason, and the remedy
   */
  record Refused(String reason) implements Scalability {}

  /**
   * Fits the law.
   *
   * @param sizes N of each measurement, at least 1; sizes may repeat
   * @param throughputs the throughput of each measurement, above 0, in any unit
   * @param confidence confidence of each interval, above 0 and below 1
   * @throws IllegalArgumentException if an argument is out of range, or lengths differ
   */
  static Scalability of(double[] sizes, double[] throughputs, double confidence) {
    return ScalabilityFit.of(sizes, throughputs, Ranks.alpha(confidence));
  }
}
