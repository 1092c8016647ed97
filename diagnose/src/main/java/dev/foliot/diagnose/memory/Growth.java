package dev.foliot.diagnose.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A steady growth during an observation. Immutable.
 *
 * <p>Memory is allocated and freed in pieces, so the difference between two moments says little.
 * Growth is steady if no step between samples falls by much, and all but one in five steps reach at
 * least a fifth of the mean step.
 *
 * @param from at the first sample
 * @param to at the last; above {@code from}
 * @param perS the growth per second
 */
public record Growth(long from, long to, double perS) {
  /** Fewer samples cannot show steadiness. */
  private static final int FEWEST_LOOKS = 4;

  private static final double LEAST_STEP = 0.2;
  private static final double MOST_DOWN = 0.05;
  private static final int STEPS_PER_PAUSE = 5;
  private static final double NS_PER_S = 1e9;

  /** An amount at a moment, in nanoseconds. */
  public record Point(long atNs, long amount) {}

  /** The total growth. */
  public long amount() {
    return to - from;
  }

  /**
   * The growth over points in the order of time. Empty if it is not steady or below {@code least},
   * which is above 0.
   */
  public static Optional<Growth> of(List<Point> points, long least) {
    if (points.size() < FEWEST_LOOKS) {
      return Optional.empty();
    }
    Point first = points.getFirst();
    Point last = points.getLast();
    long amount = last.amount - first.amount;
    long spanNs = last.atNs - first.atNs;
    if (amount < least || spanNs <= 0) {
      return Optional.empty();
    }
    int pauses = 0;
    for (int i = 1; i < points.size(); i++) {
      double even =
          (double) amount * (points.get(i).atNs - points.get(i - 1).atNs) / (double) spanNs;
      double step = points.get(i).amount - points.get(i - 1).amount;
      if (step < -MOST_DOWN * amount) {
        return Optional.empty();
      }
      if (step < LEAST_STEP * even) {
        pauses++;
      }
    }
    return pauses <= (points.size() - 1) / STEPS_PER_PAUSE
        ? Optional.of(new Growth(first.amount, last.amount, amount / (spanNs / NS_PER_S)))
        : Optional.empty();
  }

  /** The sums of two series with equal moments. */
  static List<Point> sum(List<Point> some, List<Point> others) {
    List<Point> sums = new ArrayList<>();
    for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
      sums.add(new Point(some.get(i).atNs, some.get(i).amount + others.get(i).amount));
    }
    return sums;
  }
}
