package dev.foliot.study;

import dev.foliot.stats.HodgesLehmann;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * One figure of several arms, fork by fork, and what it says of them. Immutable.
 *
 * <p>Arms are told apart by the interval of the Hodges-Lehmann estimate, of the difference or of
 * the ratio, which with 95 % holds the true one whatever the distribution; it needs four forks of
 * each arm, and with fewer nothing is decided. Each interval is of one pair of arms by itself.
 */
final class ArmFigures {
  private static final double CONFIDENCE = 0.95;

  private final Map<String, double[]> values = new LinkedHashMap<>();
  private final boolean lowIsGood;
  private final DoubleFunction<String> shown;

  /**
   * @param values by the arm's name, those of each fork; arms without any are left out
   * @param lowIsGood whether a small value is better
   * @param shown a value in words, with its unit
   */
  ArmFigures(Map<String, List<Double>> values, boolean lowIsGood, DoubleFunction<String> shown) {
    values.forEach((arm, all) -> {
      if (!all.isEmpty()) {
        this.values.put(arm, all.stream().mapToDouble(Double::doubleValue).sorted().toArray());
      }
    });
    this.lowIsGood = lowIsGood;
    this.shown = shown;
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  /** Whether anything is known of an arm. */
  boolean has(String arm) {
    return values.containsKey(arm);
  }

  /** The arms, the best median first. */
  List<String> ranked() {
    Comparator<String> byMedian = Comparator.comparingDouble(this::median);
    return values.keySet().stream().sorted(lowIsGood ? byMedian : byMedian.reversed()).toList();
  }

  double median(String arm) {
    double[] sorted = of(arm);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private double[] of(String arm) {
    double[] sorted = values.get(arm);
    if (sorted == null) {
      throw new IllegalArgumentException("nothing is known of " + arm);
    }
    return sorted;
  }

  /** {@code virtual 0.3 s}, for each arm. */
  String medians() {
    return String.join(", ", ranked().stream().map(a -> a + " " + shown.apply(median(a))).toList());
  }

  /** {@code virtual 0.3 s (0.2 s to 0.4 s, 4 forks)}, for each arm. */
  String spreads() {
    return String.join(
        "; ",
        ranked().stream()
            .map(arm -> {
              double[] sorted = of(arm);
              return "%s %s (%s to %s, %d %s)"
                  .formatted(
                      arm,
                      shown.apply(median(arm)),
                      shown.apply(sorted[0]),
                      shown.apply(sorted[sorted.length - 1]),
                      sorted.length,
                      sorted.length == 1 ? "fork" : "forks");
            })
            .toList());
  }

  /**
   * An arm beside another.
   *
   * @param estimate of the difference, or of the ratio
   * @param low the lower end of its interval; infinite with too few forks
   * @param high the upper end
   */
  record Shift(double estimate, double low, double high) {
    boolean isBounded() {
      return Double.isFinite(low) && Double.isFinite(high);
    }

    /** Whether it is further from a value than a margin, with 95 % confidence. */
    boolean isApartFrom(double value, double margin) {
      return isBounded() && (low > value + margin || high < value - margin);
    }
  }

  /** By how much an arm is above another. */
  Shift difference(String arm, String base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(of(base), of(arm), CONFIDENCE);
    return new Shift(shift.estimate(), shift.low(), shift.high());
  }

  /** How many times an arm is another; values must be above 0. */
  Shift ratio(String arm, String base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(logs(base), logs(arm), CONFIDENCE);
    double low = Double.isInfinite(shift.low()) ? shift.low() : Math.exp(shift.low());
    double high = Double.isInfinite(shift.high()) ? shift.high() : Math.exp(shift.high());
    return new Shift(Math.exp(shift.estimate()), low, high);
  }

  private double[] logs(String arm) {
    return Arrays.stream(of(arm)).map(value -> Math.log(Math.max(value, 1e-9))).toArray();
  }

  /**
   * Which arm is best, by ratios: the others are named with theirs, where they differ by more than
   * a margin, as alike where they do not, and as undecided where the forks do not tell.
   */
  String best(double margin) {
    List<String> ranked = ranked();
    String first = ranked.getFirst();
    if (ranked.size() == 1) {
      return "there is one arm only";
    }
    List<String> sentences =
        ranked.stream().skip(1).map(arm -> beside(arm, first, margin)).toList();
    return first + " is ahead by its median; " + String.join("; ", sentences);
  }

  private String beside(String arm, String first, double margin) {
    Shift ratio = ratio(arm, first);
    if (!ratio.isBounded()) {
      return arm + " undecided, too few forks (4 of each arm are needed)";
    }
    String times =
        String.format(
            Locale.ROOT, "%.2f times (%.2f to %.2f)", ratio.estimate, ratio.low, ratio.high);
    if (ratio.isApartFrom(1, margin)) {
      return arm + " is different: " + times;
    }
    return ratio.low >= 1 - margin && ratio.high <= 1 + margin
        ? String.format(Locale.ROOT, "%s is within %.0f %%: %s", arm, margin * 100, times)
        : arm + " undecided: " + times;
  }
}
