package dev.foliot.stats;

import java.util.Arrays;

/**
 * Finds the time from which a fork was steady.
 *
 * <p>It follows Barrett et al. [1]: it replaces single outliers and divides the series at its
 * change points. Segments with means as good as the last one's belong to its level. A series that
 * leaves that level in its last quarter was never steady.
 *
 * <p>[1] Barrett, Bolz-Tereick, Killick, Mount and Tratt, "Virtual Machine Warmup Blows Hot and
 * Cold", OOPSLA 2017.
 */
public final class WarmUp {
  /** The fewest intervals for a judgement. */
  public static final int LEAST = 20;

  /** The default for the fewest intervals of a segment. */
  public static final int MIN_SEGMENT = 5;

  /** The default distance of means within one level: 5 % of a log. */
  public static final double TOLERANCE = Math.log(1.05);

  /** Outliers are farther from the median of their neighbours than this many times its spread. */
  private static final double OUTLYING = 3;

  /** Number of neighbours on either side. */
  private static final int REACH = 12;

  private WarmUp() {}

  /**
   * The result of a classification.
   *
   * @param steadyFrom the first index of the last level; the length of the series if never steady
   * @param changes the starts of the segments, without the first (0)
   */
  @SuppressWarnings("ArrayRecordComponent") // copied, and compared by content
  public record Result(Steadiness steadiness, int steadyFrom, int[] changes) {
    public Result {
      changes = changes.clone();
    }

    @Override
    public int[] changes() {
      return changes.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Result that
          && steadiness == that.steadiness
          && steadyFrom == that.steadyFrom
          && Arrays.equals(changes, that.changes);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * steadiness.hashCode() + steadyFrom) + Arrays.hashCode(changes);
    }

    @Override
    public String toString() {
      return steadiness + " from " + steadyFrom + ", changes at " + Arrays.toString(changes);
    }
  }

  /**
   * Classifies with {@link #MIN_SEGMENT} and {@link #TOLERANCE}.
   *
   * @param series the log of each interval's median in order of time, warm-up first
   * @throws IllegalArgumentException if it has fewer than {@link #LEAST} values, or one is not
   *     finite
   */
  public static Result classify(double[] series) {
    return classify(series, MIN_SEGMENT, TOLERANCE);
  }

  /**
   * Classifies a series.
   *
   * @param minSegment the fewest values of a segment, at least 2
   * @param tolerance the greatest distance of a segment's mean from the last one's on the same
   *     level; the last segment's standard deviation counts if greater
   * @throws IllegalArgumentException if the series has fewer than {@link #LEAST} values, or one is
   *     not finite
   */
  public static Result classify(double[] series, int minSegment, double tolerance) {
    int n = series.length;
    if (n < LEAST) {
      throw new IllegalArgumentException(n + " intervals, " + LEAST + " are needed");
    }
    double[] calm = withoutOutliers(series);
    int[] changes = ChangePoints.meanAndVariance(calm, minSegment);
    int segments = changes.length + 1;
    double[] means = new double[segments];
    for (int i = 0; i < segments; i++) {
      means[i] = mean(calm, start(changes, i), end(changes, i, n));
    }
    double last = means[segments - 1];
    double near = Math.max(tolerance, deviation(calm, start(changes, segments - 1), n, last));
    int first = segments - 1;
    while (first > 0 && Math.abs(means[first - 1] - last) <= near) {
      first--;
    }
    int steadyFrom = start(changes, first);
    if (steadyFrom > n - n / 4) {
      return new Result(Steadiness.NEVER_STEADY, n, changes);
    }
    if (first == 0) {
      return new Result(Steadiness.STEADY, 0, changes);
    }
    boolean fasterBefore = Arrays.stream(means, 0, first).anyMatch(mean -> mean < last - near);
    return new Result(fasterBefore ? Steadiness.SLOWING : Steadiness.WARMING, steadyFrom, changes);
  }

  private static int start(int[] changes, int segment) {
    return segment == 0 ? 0 : changes[segment - 1];
  }

  private static int end(int[] changes, int segment, int n) {
    return segment == changes.length ? n : changes[segment];
  }

  private static double mean(double[] series, int from, int to) {
    return Arrays.stream(series, from, to).average().orElseThrow();
  }

  private static double deviation(double[] series, int from, int to, double mean) {
    double sum =
        Arrays.stream(series, from, to).map(value -> (value - mean) * (value - mean)).sum();
    return Math.sqrt(sum / (to - from));
  }

  /** Barrett et al.: outliers lie beyond three times the distance of the surrounding deciles. */
  static double[] withoutOutliers(double[] series) {
    double[] calm = new double[series.length];
    for (int i = 0; i < series.length; i++) {
      int from = Math.max(0, Math.min(i - REACH, series.length - 2 * REACH - 1));
      int to = Math.min(series.length, from + 2 * REACH + 1);
      double[] around = Arrays.copyOfRange(series, from, to);
      Arrays.sort(around);
      double reach = OUTLYING * (Median.quantile(around, 0.9) - Median.quantile(around, 0.1));
      double median = Median.ofSorted(around);
      calm[i] = Math.min(median + reach, Math.max(median - reach, series[i]));
    }
    return calm;
  }
}
