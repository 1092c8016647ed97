package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sample in separate parts, with its likelihood.
 *
 * <p>Parts are separate if the density between neighbouring means falls below 0.45 of the lower
 * peak [1], and Ashman's D is at least 4.1. Only such mixtures qualify. For a heavy-tailed
 * population, the most likely mixture is a narrow part inside a wide one, which is no pair of
 * bands.
 *
 * <p>The likelihood is that of the normal mixture. It may also use the same parts with a {@link
 * JohnsonSu} for each large enough part, if greater: a skewed band must not hide a second one.
 *
 * <p>[1] Hennig, "Methods for merging Gaussian mixture components", Advances in Data Analysis and
 * Classification 4, 2010.
 *
 * @param mixture the parts, in order
 * @param cuts the index of the first value of each part except the lowest
 * @param logLikelihood log likelihood in nats, less a penalty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and not passed on
record Parting(NormalMixture mixture, int[] cuts, double logLikelihood) {
  static final double LEAST_D = 4.1;
  static final double MOST_VALLEY = 0.45;

  /** From this many values, a part has its own shape. */
  static final int SHAPED = 20;

  /** Nats, divided by the number of values in a part, for twenty values in all. */
  private static final double OF_FEW = 6;

  private static final double TWENTY = 20;

  /** Nats, times the square of the log of the ratio of neighbours' deviations. */
  private static final double OF_UNEQUAL = 0.75;

  private static final int CUTS = 3;
  private static final int MOST_STEPS = 100;
  private static final double TOLERANCE = 1e-4;

  private static final double NEAR_D = 2.8;
  private static final double NEAR_VALLEY = 0.6;

  /** Splits in two; null without two separate parts. */
  static @Nullable Parting two(Sample sample, double floor) {
    Parting best = two(sample, floor, LEAST_D, MOST_VALLEY);
    return best == null ? null : best.shaped(sample, floor);
  }

  /**
   * Splits in two, for a later cut in three: two of three bands form one wide part near the third.
   * Usually only the cut is needed, and the likelihood is that of the normal mixture: see {@link
   * #shaped}.
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

  /** Splits in three by cutting one of two; null without three separate parts. */
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
   * The approximate gain of likelihood by chance, from a small part or one much narrower than its
   * neighbour. Without this penalty, most false findings in single populations have such parts.
   * With more values, more of them may be close together by chance.
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

  /** Uses the likelihood of parts with shapes if it is greater. */
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

  /** Ashman's D of the two closest neighbours. */
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
   * @param shaped from this many members on any {@link JohnsonSu}, below it a normal one
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

  /** The likelihood of members in their parts, each under its own distribution. */
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

  /** Number of values in each part. */
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
