package dev.foliot.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the best of several climbs: see {@link NormalMixture#fit}. */
final class MixtureFit {
  private static final int CUTS = 4;
  private static final double[] SHARES = {0.1, 0.25, 0.5, 0.75, 0.9};
  private static final int MOST_STEPS = 2000;

  /** Nats; as close to the maximum as its curvature allows. */
  private static final double TOLERANCE = 1e-9;

  private MixtureFit() {}

  static NormalMixture best(Sample sample, int parts, double minPart, double floor) {
    if (parts < 1 || parts > 3 || !(minPart >= 0)) {
      throw new IllegalArgumentException(parts + " parts of " + minPart + " values");
    }
    if (sample.total() < parts * minPart) {
      throw new IllegalArgumentException(
          sample.total() + " values, but " + parts + " parts of " + minPart);
    }
    if (parts == 1) {
      return one(sample, floor);
    }
    NormalMixture best = null;
    for (int[] cuts : starts(sample, parts, minPart, floor)) {
      best =
          likelier(
              best, MixtureClimb.fromCuts(sample, cuts, minPart, floor, MOST_STEPS, TOLERANCE, 0));
    }
    best = likelier(best, nested(sample, parts, minPart, floor));
    return best == null ? alike(sample, parts, floor) : best;
  }

  static NormalMixture one(Sample sample, double floor) {
    double mean = sample.mean(0, sample.size());
    double deviation = Math.max(floor, Math.sqrt(sample.variance(0, sample.size())));
    return new NormalMixture(
        new double[] {1},
        new double[] {mean},
        new double[] {deviation},
        sample.normalLogLikelihood(0, sample.size(), floor));
  }

  private static List<int[]> starts(Sample sample, int parts, double minPart, double floor) {
    List<Integer> firsts = Cuts.of(sample, 0, sample.size(), minPart, floor, CUTS);
    for (double share : SHARES) {
      int cut = sample.indexAbove(sample.quantile(share));
      if (cut > 0 && cut < sample.size()) {
        firsts.add(cut);
      }
    }
    List<int[]> starts = new ArrayList<>();
    for (int first : firsts) {
      if (parts == 2) {
        starts.add(new int[] {first});
      } else {
        for (int second : seconds(sample, first, minPart, floor)) {
          int[] cuts = {first, second};
          Arrays.sort(cuts);
          starts.add(cuts);
        }
      }
    }
    return starts;
  }

  private static List<Integer> seconds(Sample sample, int first, double minPart, double floor) {
    List<Integer> seconds = new ArrayList<>(Cuts.of(sample, 0, first, minPart, floor, 1));
    seconds.addAll(Cuts.of(sample, first, sample.size(), minPart, floor, 1));
    return seconds;
  }

  /** A narrow part inside wide ones, which no cut can start. */
  private static @Nullable NormalMixture nested(
      Sample sample, int parts, double minPart, double floor) {
    NormalMixture one = one(sample, floor);
    double[] weights = new double[parts];
    double[] means = new double[parts];
    double[] deviations = new double[parts];
    for (int k = 0; k < parts; k++) {
      weights[k] = 1.0 / parts;
      means[k] = sample.quantile(0.5);
      deviations[k] = one.deviations()[0] * Math.pow(2, 1.5 - k);
    }
    return MixtureClimb.from(
        sample, weights, means, deviations, minPart, floor, MOST_STEPS, TOLERANCE, 0);
  }

  /** For values that are all equal or nearly so, and no climb keeps its parts. */
  private static NormalMixture alike(Sample sample, int parts, double floor) {
    NormalMixture one = one(sample, floor);
    double[] weights = new double[parts];
    double[] means = new double[parts];
    double[] deviations = new double[parts];
    Arrays.fill(weights, 1.0 / parts);
    Arrays.fill(means, one.means()[0]);
    Arrays.fill(deviations, one.deviations()[0]);
    return new NormalMixture(weights, means, deviations, one.logLikelihood());
  }

  private static @Nullable NormalMixture likelier(
      @Nullable NormalMixture a, @Nullable NormalMixture b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return b.logLikelihood() > a.logLikelihood() ? b : a;
  }
}
