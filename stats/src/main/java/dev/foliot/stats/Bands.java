package dev.foliot.stats;

import java.util.Arrays;

/**
 * Whether the nodes of a fleet fall into bands: one, two or three.
 *
 * <ol>
 *   <li>At most two nodes at either end that are cut off from all others are outliers, and are left
 *       out.
 *   <li>The best normal mixture of two parts with unequal deviations is looked for among those
 *       whose parts stand apart (Ashman's D at least 4.1, and a valley below 0.45 of the lower
 *       peak), each of at least {@link #LEAST_PART} nodes. There are no bands where there is none.
 *   <li>The statistic is by how many nats it is likelier than the best single population: a {@link
 *       JohnsonSu}, which may be skewed or heavy-tailed, and has the normal and the lognormal
 *       distribution as its limits. No information criterion is asked, since those call skewed and
 *       heavy-tailed populations mixtures. A penalty for parts of few nodes and for parts much
 *       narrower than their neighbours keeps out what single populations show by chance.
 *   <li>Samples are drawn from that single population, and all of this is done to each of them: how
 *       often the statistic is as large is the probability that decides [1]. Where two parts are no
 *       farther apart than D 5.5, samples of an even distribution are drawn too, and the greater
 *       probability counts: no {@link JohnsonSu} is as flat.
 *   <li>Three against two likewise; there the parts of the two may be skewed and heavy-tailed, so
 *       that a wide or skewed band is not cut in two.
 *   <li>Bands make the deviations wide by which outliers are told. So where a node or two are cut
 *       off by more than half of what all others span, it is looked once more without these, at
 *       half of the level, and bands that are found then count.
 * </ol>
 *
 * <p>More than 512 values are drawn together into as many groups, so that the cost hardly grows
 * with the number of nodes. All is a pure function of the arguments; the seed is that of the
 * samples.
 *
 * <p>[1] McLachlan, "On bootstrapping the likelihood ratio test statistic for the number of
 * components in a normal mixture", Applied Statistics 36, 1987.
 */
public final class Bands {
  /** The fewest nodes that bands are looked for among. */
  public static final int LEAST_NODES = 8;

  /** The fewest nodes of a band. */
  public static final int LEAST_PART = 3;

  /** Of the range: without any, nodes that are the same would be infinitely likely. */
  private static final double FLOOR_OF_RANGE = 1e-4;

  /** Errors are estimates: a band narrower than half of them is one by chance. */
  private static final double FLOOR_OF_ERROR = 0.5;

  /** Of the distance of neighbours, where values stand on a grid: neighbours there are no bands. */
  private static final double FLOOR_OF_GRID = 0.5;

  /** Where a second look is taken, each has half of the level. */
  private static final int LOOKS = 2;

  private Bands() {}

  /**
   * What was found. No number but the separation of one band is ever NaN.
   *
   * @param parts 1 to 3
   * @param mixture of as many parts, in the order of their means, fitted to all but the outliers
   * @param pTwo how probable it is that one population gives so large a statistic; 1 where no two
   *     parts stand apart or fewer than {@link #LEAST_NODES} nodes are there
   * @param pThree likewise of two parts; 1 where that was not tried
   * @param statistic by how many nats two parts that stand apart are likelier than one population;
   *     0 where there are none
   * @param separation Ashman's D of the two neighbours that are nearest to each other; NaN for one
   * @param partOf for each given value the band that it is in, from 0; -1 for an outlier
   * @param boundaries between neighbouring bands, ascending; none for one
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

    /** The band of any value, from 0: by the boundaries, whatever is an outlier here. */
    public int place(double value) {
      int part = 0;
      while (part < boundaries.length && value > boundaries[part]) {
        part++;
      }
      return part;
    }
  }

  /**
   * Looks for bands.
   *
   * @param values one for each node, in any order and unit
   * @param errors the standard error of each, 0 where unknown
   * @param level the greatest probability at which bands are believed, such as 0.005; three bands
   *     at a fifth of it
   * @param seed the same seed gives the same result
   * @throws IllegalArgumentException if there is no value, one is not finite, an error is below 0
   *     or NaN, there are not as many, or the level is not in 0 to 1
   */
  public static Result find(double[] values, double[] errors, double level, long seed) {
    check(values, errors, level);
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    if (values.length < LEAST_NODES) {
      // None is searched, and none is an outlier.
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
   * A search and what it was made among.
   *
   * @param rest sorted, without outliers
   * @param unit of the search's values in that of the rest, from the center
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and handed on to nobody
  private record Look(double[] rest, double center, double unit, BandSearch search) {
    static Look at(double[] rest, double[] errors, double level, long seed) {
      // Deviations from the middle, by the range: sums of squares lose no digits.
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

  /** The least distance of two, where few values are different; 0 where they are no grid. */
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
