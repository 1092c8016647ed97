package dev.foliot.bench;

import java.util.random.RandomGenerator;

/**
 * Exponential gaps by inversion [1], summed without drift.
 *
 * <p>The sum is kept as whole nanoseconds and a fraction below one. Its error does not grow with
 * time; only the result is rounded (down). Rounding each gap would cost half a per cent of the rate
 * at ten million a second. {@link StrictMath} gives the same times for a seed on every JDK and
 * machine.
 *
 * <p>[1] Devroye, "Non-Uniform Random Variate Generation", 1986, section II.2.
 */
final class PoissonSchedule implements Schedule {
  private static final double UNIT_53 = 0x1p-53;
  private final double meanGapNs;
  private final RandomGenerator random;
  private long wholeNs;
  private double fractionNs;

  PoissonSchedule(Rate rate, RandomGenerator random) {
    this.meanGapNs = rate.meanGapNs();
    this.random = random;
  }

  @Override
  public long nextNs() {
    if (wholeNs == END) {
      return END;
    }
    // (0, 1], never zero: its logarithm is infinite
    double uniform = ((random.nextLong() >>> 11) + 1) * UNIT_53;
    double sum = fractionNs - StrictMath.log(uniform) * meanGapNs;
    long whole = (long) sum;
    fractionNs = sum - whole;
    wholeNs += whole;
    if (wholeNs < 0) {
      wholeNs = END;
    }
    return wholeNs;
  }
}
