package dev.foliot.stats;

/**
 * How throughput grows with the size of a system, by the Universal Scalability Law [1]: X(N) = λN /
 * (1 + σ(N - 1) + κN(N - 1)), where N counts CPUs, threads or clients, σ is contention (what waits
 * in line) and κ is coherency (what every one must settle with every other).
 *
 * <p>λ, σ and κ are fitted together by least squares under 0 ≤ σ ≤ 1 and κ ≥ 0, so that the
 * measurement at N = 1 is one among others. Intervals are by profile likelihood [2]: a value
 * belongs to the interval as long as the other parameters can make up for it. Ruled out: a
 * bootstrap over replicates, which has nothing to draw from where each size was measured once or
 * twice, and normal intervals, which reach below zero. Profile intervals need no seed, respect the
 * bounds, carry over to N* and say "infinite" where the data bound nothing. They assume
 * measurements that are independent and equally noisy at all sizes.
 *
 * <p>Immutable.
 *
 * <p>[1] Gunther, "Guerrilla Capacity Planning", 2007, chapters 4 to 6. [2] Bates and Watts,
 * "Nonlinear Regression Analysis and Its Applications", 1988, chapter 6.
 */
public sealed interface Scalability {
  /** The law has three parameters: with three sizes it fits whatever was measured. */
  int FEWEST_SIZES = 4;

  /** What keeps the throughput at the largest size that was measured from being N times λ. */
  enum Limit {
    /** Nothing that the data show: a straight line fits as well. */
    NONE,
    /** Mostly σ: work that waits in line. */
    CONTENTION,
    /** Mostly κ: work that grows with the number of pairs. */
    COHERENCY,
    /** Something, but the data do not tell which costs more. */
    UNDECIDED
  }

  /**
   * A parameter.
   *
   * @param value the best fit; infinite for the peak of a curve that has none
   * @param range its interval
   */
  record Estimate(double value, Range range) {}

  /**
   * A fit.
   *
   * @param perUnit λ, the throughput at N = 1, in the unit of the measurements
   * @param contention σ, from 0 to 1
   * @param coherency κ, from 0
   * @param peakSize N* = sqrt((1 - σ) / κ), where the throughput is greatest
   * @param largestSize the largest N that was measured
   * @param limit what dominates at that size
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
     * The throughput that the law gives.
     *
     * @param size N, at least 1; beyond {@code largestSize} this is a guess
     */
    public double throughputAt(double size) {
      return perUnit.value * ScalabilityCurve.growth(size, contention.value, coherency.value);
    }
  }

  /**
   * No fit.
   *
   * @param reason why, and what it takes
   */
  record Refused(String reason) implements Scalability {}

  /**
   * Fits the law.
   *
   * @param sizes N of each measurement, at least 1; a size may be there several times
   * @param throughputs of each measurement, above 0, in any unit
   * @param confidence of each interval, above 0 and below 1
   * @throws IllegalArgumentException if an argument is out of range, or there are not as many of
   *     both
   */
  static Scalability of(double[] sizes, double[] throughputs, double confidence) {
    return ScalabilityFit.of(sizes, throughputs, Ranks.alpha(confidence));
  }
}
