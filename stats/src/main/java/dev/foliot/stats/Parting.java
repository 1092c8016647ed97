package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sample in parts that stand apart, and how likely it is in them.
 *
 * <p>Parts stand apart where the mixture's density between neighbouring means falls below 0.45 of
 * the lower of the two peaks [1] and Ashman's D is at least 4.1. Only such mixtures are looked at:
 * the most likely mixture of all for a heavy-tailed population is a narrow part inside a wide one,
 * which is no pair of bands.
 *
 * <p>The likelihood is that of the normal mixture or, where it is greater, that of the same parts
 * with a {@link JohnsonSu} for each that is large enough to have a shape: a skewed band must not
 * hide that there are two.
 *
 * <p>[1] Hennig, "Methods for merging Gaussian mixture components", Advances in Data Analysis and
 * Classification 4, 2010.
 *
 * @param mixture in order
 * @param cuts the indexes of the first value of each part but the lowest
 * @param logLikelihood in nats, less a penalty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and handed on to nobody
record Parting(NormalMixture mixture, int[] cuts, double logLikelihood) {
  static final double LEAST_D = 4.1;
  static final double MOST_VALLEY = 0.45;

  /** So many values have a shape of their own. */
  static final int SHAPED = 20;

  /** Nats, over the number of a part's values, of twenty values in all. */
  private static final double OF_FEW = 6;

  private static final double TWENTY = 20;

  /** Nats, times the square of the log of the ratio of neighbours' deviations. */
  private static final double OF_UNEQUAL = 0.75;

  private static final int CUTS = 3;
  private static final int MOST_STEPS = 100;
  private static final double TOLERANCE = 1e-4;

  private static final double NEAR_D = 2.8;
  private static final double NEAR_VALLEY = 0.6;

  /** In two; nothing where no two stand apart. */
  static @Nullable Parting two(Sample sample, double floor) {
    Parting best = two(sample, floor, LEAST_D, MOST_VALLEY);
    return best == null ? null : best.shaped(sample, floor);
  }

  /**
   * In two that three may be cut from: of three bands, two together are wide, and near the third.
   * Only where it is cut is needed as a rule, so its likelihood is that of the normal mixture: see
   * {@link #shaped}.
   */
  static @Nullable Parting nearTwo(Sample sample, double floor) {
    return two(sample, floor, NEAR_D, NEAR_VALLEY);
  }

  private static @Nullable Parting two(
      Sample sample, double floor, double leastD, double mostValley) {
    Parting best = null;
    for (int cut : Cuts.of(sample, 0, sample.size(), Bands.LEAST_PART, floor, CUTS)) {
      best = likelier(best, at(sample, floor, leastD, mostValley, cut));
    }
    return best;
  }

  /** In three, by cutting one of two; nothing where no three stand apart. */
  @Nullable Parting three(Sample sample, double floor) {
    Parting best = null;
    List<Integer> seconds =
        new ArrayList<>(Cuts.of(sample, 0, cuts[0], Bands.LEAST_PART, floor, CUTS));
    seconds.addAll(Cuts.of(sample, cuts[0], sample.size(), Bands.LEAST_PART, floor, CUTS));
    for (int second : seconds) {
      best =
          likelier(
              best,
              at(
                  sample,
                  floor,
                  LEAST_D,
                  MOST_VALLEY,
                  Math.min(cuts[0], second),
                  Math.max(cuts[0], second)));
    }
    return best == null ? null : best.shaped(sample, floor);
  }

  private static @Nullable Parting at(
      Sample sample, double floor, double leastD, double mostValley, int... starts) {
    for (int k = 0; k < starts.length; k++) {
      if (distance(sample, starts, k, floor) < leastD) {
        return null;
      }
    }
    NormalMixture mixture =
        MixtureClimb.fromCuts(
            sample, starts, Bands.LEAST_PART, floor, MOST_STEPS, TOLERANCE, leastD - 0.5);
    if (mixture == null || !apart(mixture, leastD, mostValley)) {
      return null;
    }
    int[] cuts = new int[starts.length];
    for (int k = 0; k < cuts.length; k++) {
      cuts[k] = sample.indexAbove(mixture.boundary(k));
    }
    for (int k = 0; k <= cuts.length; k++) {
      if (sample.count(from(cuts, k), to(sample, cuts, k)) < Bands.LEAST_PART) {
        return null;
      }
    }
    return new Parting(mixture, cuts, mixture.logLikelihood() - penalty(sample, mixture, cuts));
  }

  /**
   * What a likelihood gains by chance from a part of few values or from one much narrower than its
   * neighbour, about: without this, such parts are most of what single populations are taken for.
   * The more values there are, the more of them may happen to stand together.
   */
  private static double penalty(Sample sample, NormalMixture mixture, int[] cuts) {
    double[] deviations = mixture.deviations();
    double few = OF_FEW * (1 + Math.log(Math.max(1, sample.total() / TWENTY)) / 2);
    double penalty = 0;
    for (int k = 0; k < deviations.length; k++) {
      penalty += few / sample.count(from(cuts, k), to(sample, cuts, k));
      if (k > 0) {
        double log = Math.log(deviations[k] / deviations[k - 1]);
        penalty += OF_UNEQUAL * log * log;
      }
    }
    return penalty;
  }

  /** With the likelihood of parts that have shapes, where that is greater. */
  Parting shaped(Sample sample, double floor) {
    double gain =
        likelihood(sample, cuts, shapes(sample, cuts, floor, SHAPED)) - mixture.logLikelihood();
    return gain > 0 ? new Parting(mixture, cuts, logLikelihood + gain) : this;
  }

  private static double distance(Sample sample, int[] cuts, int lower, double floor) {
    int from = from(cuts, lower);
    int to = to(sample, cuts, lower + 1);
    double below = Math.max(floor * floor, sample.variance(from, cuts[lower]));
    double above = Math.max(floor * floor, sample.variance(cuts[lower], to));
    return (sample.mean(cuts[lower], to) - sample.mean(from, cuts[lower]))
        * Math.sqrt(2 / (below + above));
  }

  static boolean apart(NormalMixture mixture) {
    return apart(mixture, LEAST_D, MOST_VALLEY);
  }

  /** Ashman's D of the two neighbours that are nearest to each other. */
  double separation() {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < mixture.parts() - 1; k++) {
      least = Math.min(least, mixture.ashmanD(k));
    }
    return least;
  }

  private static boolean apart(NormalMixture mixture, double leastD, double mostValley) {
    for (int k = 0; k < mixture.parts() - 1; k++) {
      if (mixture.ashmanD(k) < leastD || mixture.valley(k) >= mostValley) {
        return false;
      }
    }
    return true;
  }

  /**
   * A distribution for each part's members.
   *
   * @param shaped from so many members on any of {@link JohnsonSu}, below it a normal one
   */
  static JohnsonSu[] shapes(Sample sample, int[] cuts, double floor, int shaped) {
    JohnsonSu[] shapes = new JohnsonSu[cuts.length + 1];
    for (int k = 0; k < shapes.length; k++) {
      Sample members = sample.part(from(cuts, k), to(sample, cuts, k));
      shapes[k] =
          members.total() < shaped
              ? JohnsonSuFit.normal(members, floor)
              : JohnsonSuFit.of(members, floor);
    }
    return shapes;
  }

  /** Of the members in their parts, each under its own distribution. */
  static double likelihood(Sample sample, int[] cuts, JohnsonSu[] shapes) {
    double sum = 0;
    for (int k = 0; k < shapes.length; k++) {
      double count = sample.count(from(cuts, k), to(sample, cuts, k));
      sum += count * Math.log(count / sample.total()) + shapes[k].logLikelihood();
    }
    return sum;
  }

  private static int from(int[] cuts, int part) {
    return part == 0 ? 0 : cuts[part - 1];
  }

  private static int to(Sample sample, int[] cuts, int part) {
    return part == cuts.length ? sample.size() : cuts[part];
  }

  /** How many values each part has. */
  int[] members(Sample sample) {
    int[] members = new int[cuts.length + 1];
    Arrays.setAll(members, k -> (int) Math.round(sample.count(from(cuts, k), to(sample, cuts, k))));
    return members;
  }

  private static @Nullable Parting likelier(@Nullable Parting a, @Nullable Parting b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return b.logLikelihood > a.logLikelihood ? b : a;
  }
}
