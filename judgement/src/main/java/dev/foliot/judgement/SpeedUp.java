package dev.foliot.judgement;

import dev.foliot.stats.ArmComparison;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.Map;

/**
 * What more CPUs give. Immutable.
 *
 * <p>N times the CPUs do at most N times the work. A measured ratio above that is no result: the
 * forks on few CPUs were too slow, because they were disturbed or still compiling.
 *
 * @param few the smaller number of CPUs, at least 1
 * @param many the larger one, or the same
 * @param ratio the measured ratio of throughput
 */
public record SpeedUp(int few, int many, ArmComparison.Shift ratio) {
  /**
   * How far a ratio may exceed that of the CPUs. Work that a JVM does once for any number of CPUs,
   * like a collector's or a compiler's, takes a larger part of few; and each ratio has an error.
   */
  private static final double MARGIN = 0.05;

  /** Less does not show in three digits. */
  private static final double ROUNDING = 0.0025;

  /** Of the throughput of single forks. */
  public static SpeedUp of(int few, List<Double> onFew, int many, List<Double> onMany) {
    return new SpeedUp(
        few,
        many,
        new ArmComparison(Map.of("few", onFew, "many", onMany), ArmComparison.Better.HIGH)
            .ratio("many", "few"));
  }

  /** The ratio of the CPUs: the most that they can give. */
  public double most() {
    return (double) many / few;
  }

  /** Whether the ratio is more than the CPUs can give, and so no result. */
  public boolean isImpossible() {
    return ratio.estimate() > most() * (1 + MARGIN);
  }

  /** Whether the ratio is more than the CPUs can give, by no more than an error of measurement. */
  public boolean isFull() {
    return !isImpossible() && ratio.estimate() > most() * (1 + ROUNDING);
  }

  /** Why an impossible ratio is no result, without a full stop. */
  public String refusal() {
    return Numbers.times(ratio.estimate())
        + " the throughput on "
        + Numbers.count(many, "CPU")
        + " as on "
        + few
        + " is more than the CPUs can give ("
        + Numbers.digits(most())
        + " times); the forks on "
        + Numbers.count(few, "CPU")
        + " were still warming up, or were disturbed";
  }
}
