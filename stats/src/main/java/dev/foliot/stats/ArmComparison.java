package dev.foliot.stats;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * Compares some arms by one figure, fork by fork. Immutable.
 *
 * <p>The arm with the best median is the best. Every other arm is held against it by the 95 %
 * interval of the Hodges-Lehmann estimate [1], of the ratio or of the difference. The interval
 * holds whatever the distribution is. It needs {@link #LEAST_FORKS} forks of each arm; with fewer
 * nothing is decided. Each interval is of one pair of arms; there is no correction for many pairs.
 *
 * <p>[1] See {@link HodgesLehmann}.
 */
public final class ArmComparison {
  /** Of each interval. */
  public static final double CONFIDENCE = 0.95;

  /** A ratio that is nearer to 1 than this matters to nobody. */
  public static final double MARGIN = 0.05;

  /** As many forks of each arm bound an interval. */
  public static final int LEAST_FORKS = 4;

  /** Ratios are taken by logarithms. */
  private static final double LEAST = 1e-9;

  private final Map<String, double[]> values = new LinkedHashMap<>();
  private final By by;
  private final double margin;
  private final List<String> ranked;

  /** How two arms are held against each other. */
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

  /** Which end of a figure is the better one. */
  public enum Better {
    /** More is better. */
    HIGH,
    /** Less is better. */
    LOW
  }

  /** How an arm stands to the best one. */
  public enum Standing {
    /** It has the best median. */
    BEST,
    /** It differs by more than the margin. */
    BEHIND,
    /** It differs by no more than the margin. */
    ALIKE,
    /** Its interval allows for both. */
    UNDECIDED,
    /** It or the best one has too few forks for an interval. */
    TOO_FEW
  }

  /**
   * An arm held against another.
   *
   * @param by whether it is a ratio or a difference
   * @param estimate by Hodges and Lehmann
   * @param low the lower end of its interval; infinite with too few forks
   * @param high the upper end
   */
  public record Shift(By by, double estimate, double low, double high) {
    /** Whether there is an interval. */
    public boolean isBounded() {
      return Double.isFinite(low) && Double.isFinite(high);
    }

    /** Whether the two differ by more than a margin, with confidence. */
    public boolean isApart(double margin) {
      return isBounded() && (low > by.equal + margin || high < by.equal - margin);
    }

    /** Whether the two differ by no more than a margin, with confidence. */
    public boolean isAlike(double margin) {
      return isBounded() && low >= by.equal - margin && high <= by.equal + margin;
    }

    /**
     * How far the two are apart at least; 0 where the interval holds both for equal. The logarithm
     * of a ratio.
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
   * @param values of each fork, by the arm's name; arms without any are left out
   */
  public ArmComparison(Map<String, List<Double>> values, Better better) {
    this(values, better, By.RATIO, MARGIN);
  }

  /**
   * Compares with a margin of its own.
   *
   * @param values of each fork, by the arm's name; arms without any are left out
   * @param margin differences below it matter to nobody: of a ratio from 1, or in the figure's unit
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

  /** How two arms are held against each other. */
  public By by() {
    return by;
  }

  /** Differences below it matter to nobody. */
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

  /** The arm with the best median; there has to be one. */
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

  /** How many forks of an arm have a value. */
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

  /** An arm against the best one. */
  public Shift beside(String arm) {
    return beside(arm, best());
  }

  /** An arm against another. */
  public Shift beside(String arm, String base) {
    return switch (by) {
      case RATIO -> ratio(arm, base);
      case DIFFERENCE -> difference(arm, base);
    };
  }

  /** By how much an arm is above another. */
  public Shift difference(String arm, String base) {
    HodgesLehmann.Shift shift = HodgesLehmann.shift(of(base), of(arm), CONFIDENCE);
    return new Shift(By.DIFFERENCE, shift.estimate(), shift.low(), shift.high());
  }

  /** How many times another an arm is; values must be above 0. */
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

  /** How an arm stands to the best one. */
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

  /** The arms that stand so, the best median first. */
  public List<String> standing(Standing standing) {
    return arms(arm -> standing(arm) == standing);
  }

  /**
   * About how many forks of each arm would decide how an arm stands to the best one, if the forks to
   * come are like these: an interval becomes narrower with the square root of the number of forks.
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
    return needed <= most
        ? OptionalInt.of((int) Math.max(needed, forks + 1))
        : OptionalInt.empty();
  }

  /** All arms but the best one. */
  public List<String> others() {
    return ranked.subList(Math.min(1, ranked.size()), ranked.size());
  }

  private List<String> arms(Predicate<String> which) {
    return ranked.stream().filter(which).toList();
  }

  /** Whether there is more than one arm, and no pair with the best has an interval. */
  public boolean isUnknown() {
    return ranked.size() > 1 && standing(Standing.TOO_FEW).size() == ranked.size() - 1;
  }
}
