package dev.foliot.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * Compares two sides pair by pair and knows when the pairs suffice. With each figure it has a ratio
 * b / a whose interval holds at every look, all figures together, see {@link SequentialShift}:
 *
 * <ul>
 *   <li>{@link Change#SAME} if the interval lies within 1 / detect and detect;
 *   <li>{@link Change#WORSE} if it lies above 1 and the estimate is nearer to detect, or beyond it,
 *       than to 1;
 *   <li>{@link Change#BETTER} likewise below 1;
 *   <li>{@link Change#UNDECIDED} otherwise.
 * </ul>
 *
 * <p>What is decided stays so: later pairs sharpen the interval of a figure that is not. Not
 * thread-safe.
 */
public final class SequentialComparison {
  private static final double CONFIDENCE = 0.95;

  private final List<SequentialShift> shifts = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  private final double detect;

  /**
   * One figure after the pairs so far. No number is NaN.
   *
   * @param ratio b over a: 1 before the first pair
   * @param low the lower end of its interval; 0 as long as it is unbounded
   * @param high the upper end; infinite as long as it is unbounded
   * @param pairs from which the figure comes
   */
  public record Result(Change verdict, double ratio, double low, double high, int pairs) {
    static final Result NOTHING = new Result(Change.UNDECIDED, 1, 0, Double.POSITIVE_INFINITY, 0);

    /** The largest slowdown or speed-up, as a ratio above 1, that the interval allows. */
    public double mayHide() {
      return Math.max(high, 1 / low);
    }
  }

  /**
   * Begins without a pair.
   *
   * @param figures their number, at least 1; they share an error rate of 5 %
   * @param detect the ratio from which a difference matters, above 1
   */
  public SequentialComparison(int figures, double detect) {
    if (figures < 1 || !(detect > 1 && Double.isFinite(detect))) {
      throw new IllegalArgumentException(figures + " figures, differences from " + detect);
    }
    this.detect = Math.log(detect);
    for (int i = 0; i < figures; i++) {
      shifts.add(new SequentialShift(1 - (1 - CONFIDENCE) / figures));
      results.add(Result.NOTHING);
    }
  }

  /**
   * Takes a figure of both sides of the next pair, unless it is decided.
   *
   * @param a above 0, as b
   * @throws IllegalArgumentException if one of them is not
   */
  public void add(int figure, double a, double b) {
    if (!(a > 0 && b > 0)) {
      throw new IllegalArgumentException("a ratio of " + b + " to " + a);
    }
    if (results.get(figure).verdict() == Change.UNDECIDED) {
      SequentialShift shift = shifts.get(figure);
      shift.add(Math.log(b / a));
      results.set(figure, judge(shift));
    }
  }

  private Result judge(SequentialShift pairs) {
    HodgesLehmann.Shift shift = pairs.shift();
    Change verdict =
        shift.low() >= -detect && shift.high() <= detect
            ? Change.SAME
            : shift.low() > 0 && shift.estimate() >= detect / 2
                ? Change.WORSE
                : shift.high() < 0 && shift.estimate() <= -detect / 2
                    ? Change.BETTER
                    : Change.UNDECIDED;
    return new Result(
        verdict,
        Math.exp(shift.estimate()),
        Math.exp(shift.low()),
        Math.exp(shift.high()),
        pairs.pairs());
  }

  /** A figure after the pairs so far. */
  public Result result(int figure) {
    return results.get(figure);
  }

  /** Whether all figures are decided. */
  public boolean isDecided() {
    return results.stream().allMatch(result -> result.verdict() != Change.UNDECIDED);
  }
}
