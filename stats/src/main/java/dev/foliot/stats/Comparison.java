package dev.foliot.stats;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Compares two sides by percentile, with a verdict for each.
 *
 * <p>The basis is one interval: the shift of the logs of the forks' percentiles, as a ratio, by
 * {@link CappedRanks}. A wild fork counts by its rank, not by its distance. The verdict depends
 * only on the displayed interval, and the two never contradict each other:
 *
 * <ul>
 *   <li>{@link Change#SAME} if it lies within 1 / (1 + margin) and 1 + margin;
 *   <li>{@link Change#WORSE} if it lies above 1 and the estimate is at least 1 + margin;
 *   <li>{@link Change#BETTER} if it lies below 1 and the estimate is at most 1 / (1 + margin);
 *   <li>{@link Change#UNDECIDED} otherwise, and always below 5 forks a side.
 * </ul>
 *
 * <p>The primary percentile has a 95 % interval. Each other percentile is first tested with the
 * test that its interval inverts, in Holm's steps of 5 % together. It is then shown with the
 * interval at the level of its step. After the first test that is not rejected, that test's level
 * applies. The interval excludes 1 if and only if Holm rejects.
 */
public final class Comparison {
  /** The fewest forks a side for a verdict. */
  public static final int LEAST_FORKS = 5;

  private static final double ALPHA = 0.05;

  /** Of a log: the resolution of a histogram. Equal values do not vary less. */
  private static final double LEAST_DEVIATION = 1e-3;

  private Comparison() {}

  /**
   * One percentile of both sides.
   *
   * @param a raw percentiles in ns, one per fork; empty if the forks lack it
   * @param b the same for the side that the verdict concerns
   */
  @SuppressWarnings("ArrayRecordComponent") // copied, and never compared
  public record Pair(double[] a, double[] b) {
    public Pair {
      a = a.clone();
      b = b.clone();
    }

    @Override
    public double[] a() {
      return a.clone();
    }

    @Override
    public double[] b() {
      return b.clone();
    }

    boolean comparable() {
      return a.length > 0 && b.length > 0;
    }
  }

  /**
   * The result for one percentile. No number is NaN.
   *
   * @param ratio b over a; 1 without data
   * @param low lower end for the ratio; 0 if unbounded, or without data
   * @param high upper end for the ratio; infinite if unbounded, or without data
   * @param forksNeeded the approximate number of forks a side that would decide, if new forks
   *     resemble these; present only if undecided. Empty without data, with one fork on both sides,
   *     or if ten thousand would not suffice
   */
  public record Result(
      Change verdict, double ratio, double low, double high, OptionalInt forksNeeded) {
    static final Result NOTHING =
        new Result(Change.UNDECIDED, 1, 0, Double.POSITIVE_INFINITY, OptionalInt.empty());
  }

  /**
   * Compares all pairs.
   *
   * @param pairs one percentile each, values positive; those below 1 ns count as 1 ns
   * @param primary the index of the primary one
   * @param margin differences up to this share do not matter: 0.05 for 5 %
   * @return one result per pair, in the same order
   * @throws IllegalArgumentException if the margin is not above 0, a value is not finite, or the
   *     primary index is invalid
   */
  public static List<Result> of(List<Pair> pairs, int primary, double margin) {
    if (primary < 0 || primary >= pairs.size()) {
      throw new IllegalArgumentException("no percentile " + primary + " of " + pairs.size());
    }
    if (!(margin > 0 && Double.isFinite(margin))) {
      throw new IllegalArgumentException("a margin of " + margin);
    }
    double[] levels = levels(pairs, primary);
    return IntStream.range(0, pairs.size())
        .mapToObj(i ->
            pairs.get(i).comparable()
                ? judge(pairs.get(i), levels[i], Math.log1p(margin))
                : Result.NOTHING)
        .toList();
  }

  /**
   * Judges one later value of each percentile by earlier ones, such as a run by the runs before it.
   *
   * <p>The interval is a prediction interval [1]: how far one more value may be from the mean of
   * the logs of the earlier ones, from how much these differ. Single outliers among them are
   * replaced. The primary percentile has a 95 % interval, the others together one (Bonferroni).
   * Below {@link #LEAST_FORKS} earlier values the verdict is {@link Change#UNDECIDED}.
   *
   * <p>[1] Whitmore, "Prediction Limits for a Univariate Normal Observation", The American
   * Statistician 40(2), 1986.
   *
   * @param pairs one percentile each: the earlier values in the order of time, and one later value
   * @param primary the index of the primary one
   * @param margin differences up to this share do not matter: 0.05 for 5 %
   * @return one result per pair, in the same order
   */
  public static List<Result> ofNext(List<Pair> pairs, int primary, double margin) {
    long others = pairs.stream().filter(Pair::comparable).count() - 1;
    return IntStream.range(0, pairs.size())
        .mapToObj(i -> {
          Pair pair = pairs.get(i);
          double level = i == primary ? ALPHA : ALPHA / Math.max(1, others);
          return pair.comparable() ? next(pair, level, Math.log1p(margin)) : Result.NOTHING;
        })
        .toList();
  }

  private static Result next(Pair pair, double level, double margin) {
    double[] before = WarmUp.withoutOutliers(logs(pair.a));
    int n = before.length;
    double mean = Arrays.stream(before).average().orElseThrow();
    double shift = logs(pair.b)[0] - mean;
    if (n < LEAST_FORKS) {
      return new Result(
          Change.UNDECIDED, Math.exp(shift), 0, Double.POSITIVE_INFINITY, OptionalInt.empty());
    }
    double squares = Arrays.stream(before).map(log -> (log - mean) * (log - mean)).sum();
    double reach =
        TDistribution.of(n - 1).inverseSurvivalProbability(level / 2)
            * Math.max(LEAST_DEVIATION, Math.sqrt(squares / (n - 1)))
            * Math.sqrt(1 + 1.0 / n);
    return new Result(
        verdict(new HodgesLehmann.Shift(shift, shift - reach, shift + reach), margin),
        Math.exp(shift),
        Math.exp(shift - reach),
        Math.exp(shift + reach),
        OptionalInt.empty());
  }

  private static double[] levels(List<Pair> pairs, int primary) {
    double[] levels = new double[pairs.size()];
    levels[primary] = ALPHA;
    int[] others =
        IntStream.range(0, pairs.size())
            .filter(i -> i != primary && pairs.get(i).comparable())
            .toArray();
    double[] stepped =
        Holm.levels(
            Arrays.stream(others).mapToDouble(i -> ranks(pairs.get(i)).pValue()).toArray(), ALPHA);
    for (int i = 0; i < others.length; i++) {
      levels[others[i]] = stepped[i];
    }
    return levels;
  }

  private static CappedRanks ranks(Pair pair) {
    return new CappedRanks(logs(pair.a), logs(pair.b));
  }

  private static double[] logs(double[] values) {
    return Arrays.stream(values).map(value -> Math.log(Math.max(1, value))).toArray();
  }

  private static Result judge(Pair pair, double level, double margin) {
    HodgesLehmann.Shift shift = ranks(pair).shift(level);
    Change verdict =
        Math.min(pair.a.length, pair.b.length) < LEAST_FORKS
            ? Change.UNDECIDED
            : verdict(shift, margin);
    return new Result(
        verdict,
        Math.exp(shift.estimate()),
        Math.exp(shift.low()),
        Math.exp(shift.high()),
        verdict == Change.UNDECIDED
            ? ForksNeeded.of(logs(pair.a), logs(pair.b), shift, level, margin)
            : OptionalInt.empty());
  }

  private static Change verdict(HodgesLehmann.Shift shift, double margin) {
    if (shift.low() >= -margin && shift.high() <= margin) {
      return Change.SAME;
    }
    if (shift.low() > 0 && shift.estimate() >= margin) {
      return Change.WORSE;
    }
    if (shift.high() < 0 && shift.estimate() <= -margin) {
      return Change.BETTER;
    }
    return Change.UNDECIDED;
  }
}
