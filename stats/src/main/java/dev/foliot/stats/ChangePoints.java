package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds changes of level or spread in a series.
 *
 * <p>PELT [1]: divides the series into segments with the least total cost, including a penalty for
 * each change. A segment costs minus twice the log likelihood of normal values with its own mean
 * and variance. The penalty is {@code 15 ln n}, far above the {@code 3 ln n} of Schwarz' criterion:
 * medians of intervals depend on earlier ones and would give many small segments.
 *
 * <p>Shifting or scaling the series does not change the result. A segment's variance counts as at
 * least a millionth of the series' own; otherwise equal values would have infinite likelihood.
 *
 * <p>[1] Killick, Fearnhead and Eckley, "Optimal Detection of Changepoints With a Linear
 * Computational Cost", 2012.
 */
public final class ChangePoints {
  private static final double PENALTY = 15;
  private static final double PENALTY_OF_INDEPENDENT = 3;
  private static final double LEAST_SHARE_OF_VARIANCE = 1e-6;

  private ChangePoints() {}

  /**
   * Returns the starts of the segments, without the first (0).
   *
   * @param series finite values in the order of time
   * @param minSegment the least length of a segment, at least 2
   * @return ascending; empty without a change, or if the series is too short
   * @throws IllegalArgumentException if a value is not finite or the length is below 2
   */
  public static int[] meanAndVariance(double[] series, int minSegment) {
    return pelt(series, minSegment, PENALTY * Math.log(series.length));
  }

  /**
   * Returns the starts of the segments of values that do not depend on each other, without the
   * first (0). Single outliers are replaced first. The penalty is {@code 3 ln n}: these are
   * candidates, which a test of both sides confirms.
   *
   * @param series finite values in the order of time
   * @param minSegment the least length of a segment, at least 2
   * @return ascending; empty without a change, or if the series is too short
   * @throws IllegalArgumentException if a value is not finite or the length is below 2
   */
  static int[] candidates(double[] series, int minSegment) {
    return pelt(
        WarmUp.withoutOutliers(series),
        minSegment,
        PENALTY_OF_INDEPENDENT * Math.log(series.length));
  }

  static int[] pelt(double[] series, int minSegment, double penalty) {
    if (minSegment < 2) {
      throw new IllegalArgumentException("segments of " + minSegment);
    }
    Cost cost = new Cost(series);
    int n = series.length;
    if (n < 2 * minSegment || cost.flat()) {
      return new int[0];
    }
    double[] best = new double[n + 1];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = -penalty;
    int[] last = new int[n + 1];
    // A start that has lost to a later one still wins until the later segment is long enough.
    int[] lostAt = new int[n + 1];
    Arrays.fill(lostAt, Integer.MAX_VALUE);
    List<Integer> starts = new ArrayList<>();
    for (int end = minSegment; end <= n; end++) {
      int newest = end - minSegment;
      if (newest == 0 || newest >= minSegment) {
        starts.add(newest);
      }
      for (int start : starts) {
        double sum = best[start] + cost.of(start, end) + penalty;
        if (sum < best[end]) {
          best[end] = sum;
          last[end] = start;
        }
      }
      for (int start : starts) {
        if (lostAt[start] == Integer.MAX_VALUE && best[start] + cost.of(start, end) > best[end]) {
          lostAt[start] = end;
        }
      }
      int now = end + 1;
      starts.removeIf(start -> lostAt[start] <= now - minSegment);
    }
    return walkBack(last, n);
  }

  private static int[] walkBack(int[] last, int n) {
    List<Integer> changes = new ArrayList<>();
    for (int at = last[n]; at > 0; at = last[at]) {
      changes.add(0, at);
    }
    return changes.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * A change that a test confirms.
   *
   * @param first the index of the first value after it
   * @param pValue of the test of both sides
   * @param ratio of the values after it to those before, by Hodges and Lehmann
   * @param low the lower end of its 95 % interval; 0 if unbounded
   * @param high the upper end; infinite if unbounded
   */
  public record Found(int first, double pValue, double ratio, double low, double high) {}

  /**
   * Finds lasting changes in a series of independent values, such as a percentile over many runs.
   *
   * <p>{@link #candidates} proposes where the level changes. Each proposal moves to the place near
   * it at which the values are closest to the medians of their sides. It is then tested: the values
   * on either side must differ by the Mann-Whitney test, at the error rate over the number of
   * places at which a change could be, and by at least the margin. The weakest proposal that does
   * not is dropped, and its segments become one, until all pass. So the error rate holds for every
   * distribution of the values.
   *
   * <p>A change has at least five values on each side, and one side more: five and five are never
   * improbable enough.
   *
   * @param values in the order of time; those below 1 count as 1
   * @param errorRate the probability of any change in a series without one
   * @param margin changes below it do not matter: 0.05 for 5 %
   * @return in their order
   * @throws IllegalArgumentException if a value is not finite
   */
  public static List<Found> confirmed(double[] values, double errorRate, double margin) {
    double[] logs = Arrays.stream(values).map(value -> Math.log(Math.max(1, value))).toArray();
    return new Confirmation(logs, errorRate, margin).confirmed();
  }

  /** Proposals of one series, and their tests. */
  private static final class Confirmation {
    private static final int LEAST_SEGMENT = 5;
    private static final double CONFIDENCE = 0.95;

    private final double[] logs;
    private final double level;
    private final double margin;
    private final List<Integer> cuts = new ArrayList<>();

    Confirmation(double[] logs, double errorRate, double margin) {
      this.logs = logs;
      this.level = errorRate / Math.max(1, logs.length);
      this.margin = Math.log1p(margin);
      for (int cut : candidates(logs, LEAST_SEGMENT)) {
        cuts.add(cut);
      }
    }

    List<Found> confirmed() {
      while (true) {
        for (int i = 0; i < cuts.size(); i++) {
          cuts.set(i, closest(i));
        }
        double[] pValues = IntStream.range(0, cuts.size()).mapToDouble(this::pValue).toArray();
        int weakest = 0;
        for (int i = 1; i < pValues.length; i++) {
          weakest = pValues[i] > pValues[weakest] ? i : weakest;
        }
        if (pValues.length == 0 || pValues[weakest] <= level) {
          return IntStream.range(0, cuts.size()).mapToObj(i -> found(i, pValues[i])).toList();
        }
        cuts.subList(weakest, weakest + 1).clear();
      }
    }

    private int start(int index) {
      return index == 0 ? 0 : cuts.get(index - 1);
    }

    private int end(int index) {
      return index + 1 == cuts.size() ? logs.length : cuts.get(index + 1);
    }

    /**
     * The place near a proposal at which the values are closest to the medians of their sides. A
     * wild value moves a proposal, and not this.
     */
    private int closest(int index) {
      int best = cuts.get(index);
      double least = Double.POSITIVE_INFINITY;
      int from = Math.max(start(index) + LEAST_SEGMENT, best - LEAST_SEGMENT);
      int to = Math.min(end(index) - LEAST_SEGMENT, best + LEAST_SEGMENT);
      for (int cut = from; cut <= to; cut++) {
        double distance = distance(start(index), cut) + distance(cut, end(index));
        if (distance < least) {
          least = distance;
          best = cut;
        }
      }
      return best;
    }

    private double distance(int from, int to) {
      double[] values = Arrays.copyOfRange(logs, from, to);
      double median = Median.of(values);
      return Arrays.stream(values).map(value -> Math.abs(value - median)).sum();
    }

    private double[] before(int index) {
      return Arrays.copyOfRange(logs, start(index), cuts.get(index));
    }

    private double[] after(int index) {
      return Arrays.copyOfRange(logs, cuts.get(index), end(index));
    }

    private double pValue(int index) {
      double[] before = before(index);
      double[] after = after(index);
      return Math.abs(Median.of(after) - Median.of(before)) >= margin
          ? MannWhitney.pValue(before, after)
          : 1;
    }

    private Found found(int index, double pValue) {
      HodgesLehmann.Shift shift = HodgesLehmann.shift(before(index), after(index), CONFIDENCE);
      return new Found(
          cuts.get(index),
          pValue,
          Math.exp(shift.estimate()),
          Math.exp(shift.low()),
          Math.exp(shift.high()));
    }
  }

  /** Minus twice the log likelihood of a segment, less the part common to all divisions. */
  static final class Cost {
    private final double[] sums;
    private final double[] squares;
    private final double least;

    Cost(double[] series) {
      double mean = Arrays.stream(series).average().orElse(0);
      if (!Double.isFinite(mean)) {
        throw new IllegalArgumentException("a value of the series is not finite");
      }
      sums = new double[series.length + 1];
      squares = new double[series.length + 1];
      for (int i = 0; i < series.length; i++) {
        // Around the mean, to lose few digits in differences of squares.
        double value = series[i] - mean;
        sums[i + 1] = sums[i] + value;
        squares[i + 1] = squares[i] + value * value;
      }
      least = LEAST_SHARE_OF_VARIANCE * squares[series.length] / Math.max(1, series.length);
    }

    boolean flat() {
      return !(least > 0);
    }

    double of(int start, int end) {
      int n = end - start;
      double sum = sums[end] - sums[start];
      double variance = Math.max(0, (squares[end] - squares[start] - sum * sum / n) / n);
      return variance >= least
          ? n * (Math.log(variance) + 1)
          : n * (Math.log(least) + variance / least);
    }
  }
}
