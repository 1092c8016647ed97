package dev.foliot.checks.fleets;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Derives the truth of the sample from its points. */
final class TruthCollector implements PointSink {
  private final FleetRecipe recipe;
  private final List<Lifetime> lifetimes;
  private final double[] sums;
  private final int[] counts;

  TruthCollector(FleetRecipe recipe, List<Lifetime> lifetimes) {
    this.recipe = recipe;
    this.lifetimes = lifetimes;
    sums = new double[lifetimes.size() * recipe.windows()];
    counts = new int[sums.length];
  }

  @Override
  public void point(
      Lifetime lifetime, int at, double metric, double load, double pure, double[] others) {
    int cell = lifetime.index() * recipe.windows() + at / FleetRecipe.POINTS;
    sums[cell] += pure;
    counts[cell]++;
  }

  FleetTruth truth() {
    int parts = recipe.levels().parts().size();
    Moments[] moments = new Moments[parts];
    Arrays.setAll(moments, band -> new Moments());
    Map<String, Integer> bands = new HashMap<>();
    for (Lifetime lifetime : longest().values()) {
      double[] means = means(lifetime);
      if (lifetime.band() != Lifetime.SICK && means.length > 0) {
        bands.put(lifetime.node(), lifetime.band());
        moments[lifetime.band()].add(median(means));
      }
    }
    int smallest = moments[0].count();
    double separation = Double.POSITIVE_INFINITY;
    for (int band = 1; band < parts; band++) {
      smallest = Math.min(smallest, moments[band].count());
      separation = Math.min(separation, moments[band].apart(moments[band - 1]));
    }
    return new FleetTruth(parts, bands, smallest, separation, recipe.levels().explains());
  }

  /** Each node's longest lifetime. */
  private Map<String, Lifetime> longest() {
    Map<String, Lifetime> longest = new HashMap<>();
    for (Lifetime lifetime : lifetimes) {
      longest.merge(
          lifetime.node(),
          lifetime,
          (one, other) -> other.to() - other.from() > one.to() - one.from() ? other : one);
    }
    return longest;
  }

  private double[] means(Lifetime lifetime) {
    double[] means = new double[recipe.windows()];
    int found = 0;
    for (int window = 0; window < means.length; window++) {
      int cell = lifetime.index() * recipe.windows() + window;
      if (counts[cell] > 0) {
        means[found++] = sums[cell] / counts[cell];
      }
    }
    return Arrays.copyOf(means, found);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }
}
