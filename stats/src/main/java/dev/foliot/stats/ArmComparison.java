package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Compares arms by one figure, fork by fork. Immutable.
 *
 * <p>The best arm is the one with the best median. Each other arm is compared with it by the 95 %
 * interval of the Hodges-Lehmann estimate [1], of the ratio or of the difference. The interval
 * holds for every distribution. It needs {@link #LEAST_FORKS} forks of each arm; with fewer it
 * decides nothing. Each interval concerns one pair of arms, without correction for many pairs.
 *
 * <p>[1] See {@link HodgesLehmann}.
 */
public final class ArmComparison {
  /** Confidence of each interval. */
  public static final double CONFIDENCE = 0.95;

  /** A ratio closer to 1 than this does not matter. */
  public static final double MARGIN = 0.05;

  /** The fewest forks of each arm that bound an interval. */
  public static final int LEAST_FORKS = 4;

  /** The least value: ratios use logarithms. */
  private static final double LEAST = 1e-9;

  private final Map<String, double[]> values = new LinkedHashMap<>();
  private final By by;
  private final double margin;
  private final List<String> ranked;

  /** How two arms are compared. */
  public enum By {
    /** For figures above 0. */
    RATIO(1),
    /** For figures that may be 0. */
    DIFFERENCE(0);

    private final double equal;

    By(double equal) {
      this.equal = equal;
    }
  }

  /** Which end of a figure is better. */
  public enum Better {
    /** Higher is better. */
    HIGH,
    /** Lower is better. */
    LOW
  }

  /** How an arm compares with the best one. */
  public enum Standing {
    /** It has the best median. */
    BEST,
    /** It differs from the best by more than the margin. */
    BEHIND,
    /** It differs from the best by the margin at most. */
    ALIKE,
    /** Its interval allows both. */
    UNDECIDED,
    /** It or the best arm has too few forks for an interval. */
    TOO_FEW
  }

  /**
   * The comparison of one arm with another.
   *
   * @param by whether it is a ratio or a difference
   * @param estimate the Hodges-Lehmann estimate
   * @param low the lower end of its interval; infinite if forks are too few
   * @param high the upper end
   */
  public record Shift(By by, double estimate, double low, double high) {
    /** Whether an interval exists. */
    public boolean isBounded() {
      return Double.isFinite(low) && Double.isFinite(high);
    }

    /** Whether the arms differ by more than a margin, with confidence. */
    public boolean isApart(double margin) {
      return isBounded() && (low > by.equal + margin || high < by.equal - margin);
    }

    /** Whether the arms differ by at most a margin, with confidence. */
    public boolean isAlike(double margin) {
      return isBounded() && low >= by.equal - margin && high <= by.equal + margin;
    }

    /**
     * The least difference between the two; 0 if the interval allows equality. For a ratio, it is a
     * logarithm.
     */
    public double distance() {
      if (!isBounded()) {
        return 0;
      }
      return switch (by) {
        case RATIO -> Math.max(0, Math.max(Math.log(low), -Math.log(high)));
        case DIFFERENCE -> Math.max(0, Math.max(low, -high));
      };
    }
  }

  /**
   * Compares by ratios, with the usual {@link #MARGIN}.
   *
   * @param values the forks' values by name of the arm; arms without values are left out
   */
  public ArmComparison(Map<String, List<Double>> values, Better better) {
    this(values, better, By.RATIO, MARGIN);
  }

  /**
   * Compares with its own margin.
   *
   * @param values the forks' values by name of the arm; arms without values are left out
   * @param margin differences below it do not matter: of a ratio from 1, or in the figure's unit
   */
  public ArmComparison(Map<String, List<Double>> values, Better better, By by, double margin) {
    values.forEach((arm, all) -> {
      if (!all.isEmpty()) {
        this.values.put(arm, all.stream().mapToDouble(Double::doubleValue).sorted().toArray());
      }
    });
    this.by = by;
    this.margin = margin;
    Comparator<String> byMedian = Comparator.comparingDouble(this::median);
    this.ranked =
        this.values.keySet().stream()
            .sorted(better == Better.LOW ? byMedian : byMedian.reversed())
            .toList();
  }

  /** How arms are compared. */
  public By by() {
    return by;
  }

  /** Differences below it do not matter. */
  public double margin() {
    return margin;
  }

  /** Whether no arm has a value. */
  public boolean isEmpty() {
    return ranked.isEmpty();
  }

  /** Whether an arm has a value. */
  public boolean has(String arm) {
    return values.containsKey(arm);
  }

  /** The arms, the best median first. */
  public List<String> ranked() {
    return ranked;
  }

  /** The arm with the best median; at least one arm must have values. */
  public String best() {
    return ranked.get(0);
  }

  /** The median of an arm that has a value. */
  public double median(String arm) {
    return Median.of(of(arm));
  }

  /** The least value of an arm that has one. */
  public double least(String arm) {
    return of(arm)[0];
  }

  /** The greatest value of an arm that has one. */
  public double greatest(String arm) {
    double[] sorted = of(arm);
    return sorted[sorted.length - 1];
  }

  /** Number of forks of an arm with a value. */
  public int forks(String arm) {
    return of(arm).length;
  }

  private double[] of(String arm) {
    double[] sorted = values.get(arm);
    if (sorted == null) {
      throw new IllegalArgumentException("nothing is known of " + arm);
    }
    return sorted;
  }

  /** Compares an arm with the best one. */
  public Shift beside(String arm) {
    return beside(arm, best());
  }

  /** Compares an arm with another. */
  public Shift beside(String arm, String base) {
    return switch (by) {
      case RATIO -> ratio(arm, base);
      case DIFFERENCE -> difference(arm, base);
    };
  }

  /** The difference of an arm from another. */
  public Shift difference(String arm, String base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(of(base), of(arm), CONFIDENCE);
    return new Shift(By.DIFFERENCE, shift.estimate(), shift.low(), shift.high());
  }

  /** The ratio of an arm to another; values must be above 0. */
  public Shift ratio(String arm, String base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(logs(base), logs(arm), CONFIDENCE);
    return new Shift(By.RATIO, Math.exp(shift.estimate()), end(shift.low()), end(shift.high()));
  }

  private double[] logs(String arm) {
    double[] logs = of(arm).clone();
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(Math.max(logs[i], LEAST));
    }
    return logs;
  }

  private static double end(double log) {
    return Double.isInfinite(log) ? log : Math.exp(log);
  }

  /** How an arm compares with the best one. */
  public Standing standing(String arm) {
    if (arm.equals(best())) {
      return Standing.BEST;
    }
    Shift shift = beside(arm);
    if (!shift.isBounded()) {
      return Standing.TOO_FEW;
    }
    return shift.isApart(margin)
        ? Standing.BEHIND
        : shift.isAlike(margin) ? Standing.ALIKE : Standing.UNDECIDED;
  }

  /** The arms with this standing, best median first. */
  public List<String> standing(Standing standing) {
    return arms(arm -> standing(arm) == standing);
  }

  /**
   * Two arms that differ by more than the margin.
   *
   * @param better the one with the better median
   * @param worse the other
   */
  public record Apart(String better, String worse) {}

  /** Which arms differ, although the best one is not told apart from them; the clearest first. */
  public List<Apart> apart() {
    List<String> open =
        arms(arm -> standing(arm) == Standing.UNDECIDED || standing(arm) == Standing.ALIKE);
    List<Apart> apart = new ArrayList<>();
    for (int i = 0; i < open.size(); i++) {
      for (String worse : open.subList(i + 1, open.size())) {
        if (beside(worse, open.get(i)).isApart(margin)) {
          apart.add(new Apart(open.get(i), worse));
        }
      }
    }
    apart.sort(
        Comparator.comparingDouble((Apart two) -> beside(two.worse, two.better).distance())
            .reversed());
    return apart;
  }

  /**
   * About how many forks of each arm would decide how an arm stands to the best one, if the forks
   * to come are like these: an interval becomes narrower with the square root of the number of
   * forks.
   *
   * @return empty where it is decided, where there is no interval, or above {@code most}
   */
  public OptionalInt forksToDecide(String arm, int most) {
    Shift shift = beside(arm);
    if (standing(arm) != Standing.UNDECIDED) {
      return OptionalInt.empty();
    }
    boolean isRatio = by == By.RATIO;
    double estimate = Math.abs(isRatio ? Math.log(shift.estimate) : shift.estimate);
    double half = (isRatio ? Math.log(shift.high / shift.low) : shift.high - shift.low) / 2;
    double wanted = Math.abs(estimate - (isRatio ? Math.log1p(margin) : margin));
    int forks = Math.min(forks(arm), forks(best()));
    double needed = Math.ceil(forks * Math.pow(half / wanted, 2));
    return needed <= most ? OptionalInt.of((int) Math.max(needed, forks + 1)) : OptionalInt.empty();
  }

  /** All arms but the best one. */
  public List<String> others() {
    return ranked.subList(Math.min(1, ranked.size()), ranked.size());
  }

  private List<String> arms(Predicate<String> which) {
    return ranked.stream().filter(which).toList();
  }

  /** Whether several arms exist, but no pair with the best has an interval. */
  public boolean isUnknown() {
    return ranked.size() > 1 && standing(Standing.TOO_FEW).size() == ranked.size() - 1;
  }
}
