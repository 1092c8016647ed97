package dev.foliot.stats;

import java.util.Arrays;

/**
 * Decides whether the nodes of a fleet form bands: one, two or three.
 *
 * <ol>
 *   <li>At most two nodes at either end, far from all others, are outliers and are left out.
 *   <li>It searches the best normal mixture of two parts with unequal deviations. The parts must be
 *       separate (Ashman's D at least 4.1, and a valley below 0.45 of the lower peak), with at
 *       least {@link #LEAST_PART} nodes each. Without such a mixture, no bands exist.
 *   <li>The statistic is its gain in likelihood, in nats, over the best single population. That is
 *       a {@link JohnsonSu}, which may be skewed or heavy-tailed; the normal and the lognormal
 *       distribution are its limits. Information criteria are not used: they mistake skewed and
 *       heavy-tailed populations for mixtures. A penalty for small parts, and for parts much
 *       narrower than their neighbours, removes effects of chance.
 *   <li>The same steps run on samples from the single population. The decision uses the share of
 *       samples with as large a statistic [1]. For two parts with D up to 5.5, it also draws
 *       samples from an even distribution and uses the greater probability: no {@link JohnsonSu} is
 *       as flat.
 *   <li>Three against two is tested the same way. There the two parts may be skewed and
 *       heavy-tailed, or a wide or skewed band would be cut in two.
 *   <li>Bands widen the deviations that identify outliers. One or two nodes may therefore be
 *       separated by more than half the span of the rest. A second search then leaves them out, at
 *       half of the level, and its bands count.
 * </ol>
 *
 * <p>More than 512 values are merged into as many groups; the cost grows little with more nodes.
 * The result is a pure function of the arguments; the seed determines the samples.
 *
 * <p>[1] McLachlan, "On bootstrapping the likelihood ratio test statistic for the number of
 * components in a normal mixture", Applied Statistics 36, 1987.
 */
public final class Bands {
  /** The fewest nodes for a search. */
  public static final int LEAST_NODES = 8;

  /** The fewest nodes of a band. */
  public static final int LEAST_PART = 3;

  /** Share of the range: without a floor, equal nodes would be infinitely likely. */
  private static final double FLOOR_OF_RANGE = 1e-4;

  /** Errors are estimates: a band narrower than half of them arises by chance. */
  private static final double FLOOR_OF_ERROR = 0.5;

  /** Share of the distance of neighbours, for values on a grid: neighbours on it are no bands. */
  private static final double FLOOR_OF_GRID = 0.5;

  /** With a second search, each search has half of the level. */
  private static final int LOOKS = 2;

  private Bands() {}

  /**
   * The result of a search. Only the separation of a single band is NaN.
   *
   * @param parts 1 to 3
   * @param mixture a mixture of as many parts in order of their means, fitted to all nodes except
   *     outliers
   * @param pTwo the probability that one population gives so large a statistic; 1 without two
   *     separate parts, or below {@link #LEAST_NODES} nodes
   * @param pThree the same for two parts; 1 if not tested
   * @param statistic the gain in nats of two separate parts over one population; 0 without such
   *     parts
   * @param separation Ashman's D of the two closest neighbours; NaN for one band
   * @param partOf the band of each given value, from 0; -1 for an outlier
   * @param boundaries between neighbouring bands, ascending; empty for one band
   */
  @SuppressWarnings("ArrayRecordComponent") // copied, and never compared
  public record Result(
      int parts,
      NormalMixture mixture,
      double pTwo,
      double pThree,
      double statistic,
      double separation,
      int[] partOf,
      double[] boundaries) {
    public Result {
      partOf = partOf.clone();
      boundaries = boundaries.clone();
    }

    @Override
    public int[] partOf() {
      return partOf.clone();
    }

    @Override
    public double[] boundaries() {
      return boundaries.clone();
    }

    /** The band of any value, from 0, by the boundaries; outliers get a band too. */
    public int place(double value) {
      int part = 0;
      while (part < boundaries.length && value > boundaries[part]) {
        part++;
      }
      return part;
    }
  }

  /**
   * Searches for bands.
   *
   * @param values one value for each node, in any order and unit
   * @param errors the standard error of each value, 0 if unknown
   * @param level the highest probability that still counts as bands, such as 0.005; a fifth of it
   *     for three bands
   * @param seed the same seed gives the same result
   * @throws IllegalArgumentException if values are empty or not finite, an error is negative or
   *     NaN, lengths differ, or the level is outside 0 to 1
   */
  public static Result find(double[] values, double[] errors, double level, long seed) {
    check(values, errors, level);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (values.length < LEAST_NODES) {
      // Too few for a search: one band without outliers.
      return Look.at(sorted, errors, level, seed).result(values, 1);
    }
    int[] inside = Outlying.inside(sorted);
    Look look = Look.at(cut(sorted, inside), errors, level, seed);
    int[] fewer = Outlying.withoutSuspects(sorted);
    int left = fewer[1] - fewer[0];
    if (left >= LEAST_NODES && left < inside[1] - inside[0]) {
      Look again = Look.at(cut(sorted, fewer), errors, level / LOOKS, seed);
      if (again.search.isFound()) {
        return again.result(values, LOOKS);
      }
    }
    return look.result(values, 1);
  }

  private static double[] cut(double[] sorted, int[] inside) {
    return Arrays.copyOfRange(sorted, inside[0], inside[1]);
  }

  /**
   * A search and its input.
   *
   * @param rest sorted, without outliers
   * @param unit unit of the search's values in terms of the rest's, from the center
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not passed on
  private record Look(double[] rest, double center, double unit, BandSearch search) {
    static Look at(double[] rest, double[] errors, double level, long seed) {
      // Deviations from the middle, scaled by the range: sums of squares lose no digits.
      double center = Median.ofSorted(rest);
      double range = rest[rest.length - 1] - rest[0];
      double unit = range > 0 ? range : 1;
      double[] scaled = new double[rest.length];
      Arrays.setAll(scaled, i -> (rest[i] - center) / unit);
      BandSearch search = new BandSearch(scaled, floor(scaled, errors, unit), level, seed);
      if (errors.length >= LEAST_NODES && range > 0) {
        search.run();
      }
      return new Look(rest, center, unit, search);
    }

    Result result(double[] values, int looks) {
      NormalMixture mixture = search.mixture().moved(unit, center, rest.length);
      return Bands.result(values, rest, mixture, search, looks);
    }
  }

  private static Result result(
      double[] values, double[] rest, NormalMixture mixture, BandSearch search, int looks) {
    double[] boundaries = new double[mixture.parts() - 1];
    double separation = Double.NaN;
    for (int k = 0; k < boundaries.length; k++) {
      boundaries[k] = mixture.boundary(k);
      double d = mixture.ashmanD(k);
      separation = k == 0 ? d : Math.min(separation, d);
    }
    int[] partOf = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] < rest[0] || values[i] > rest[rest.length - 1]) {
        partOf[i] = -1;
      } else {
        while (partOf[i] < boundaries.length && values[i] > boundaries[partOf[i]]) {
          partOf[i]++;
        }
      }
    }
    return new Result(
        mixture.parts(),
        mixture,
        Math.min(1, looks * search.pTwo()),
        search.pThree(),
        search.statistic(),
        separation,
        partOf,
        boundaries);
  }

  private static double floor(double[] scaled, double[] errors, double unit) {
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    double error = Median.ofSorted(sorted) / unit;
    double floor = Math.max(FLOOR_OF_RANGE, FLOOR_OF_ERROR * error);
    return Math.max(floor, FLOOR_OF_GRID * grid(scaled));
  }

  /** The least distance of two values on a grid with few distinct ones; 0 without a grid. */
  private static double grid(double[] sorted) {
    int different = 1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] > sorted[i - 1]) {
        different++;
        least = Math.min(least, sorted[i] - sorted[i - 1]);
      }
    }
    return different > 2 && different <= sorted.length / 3 ? least : 0;
  }

  private static void check(double[] values, double[] errors, double level) {
    if (values.length == 0 || errors.length != values.length) {
      throw new IllegalArgumentException(values.length + " values, " + errors.length + " errors");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i]) || !(errors[i] >= 0)) {
        throw new IllegalArgumentException("the value " + values[i] + ", error " + errors[i]);
      }
    }
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("a level of " + level);
    }
  }
}
