package dev.foliot.fleet;

import dev.foliot.stats.Median;
import dev.foliot.stats.RankCorrelation;
import dev.foliot.stats.Slopes;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Removes the effect of the load from the metric: y - b (x - x̄).
 *
 * <p>Without it, nodes with more load would look like a band. The slope b comes from within
 * lifetimes [1], because a band with another load would distort it between nodes. The first
 * estimate also fixes the time, the second does not. Both subtract the noise of single points,
 * which would reduce the slope [2]. If the load varies only as noise, the slope comes from that
 * noise. If the load is constant within lifetimes, or the metric does not follow it, the slope
 * comes from between lifetimes [3]. It is used only beyond four standard errors.
 *
 * <p>For a metric divided by its load x is 1/load: requests share the idle cost of a node.
 *
 * <p>[1] Hsiao, "Analysis of Panel Data", 3rd ed., 2014, chapter 3. [2] Fuller, "Measurement Error
 * Models", 1987, section 1.3. [3] Theil, 1950; Sen, "Estimates of the Regression Coefficient Based
 * on Kendall's Tau", 1968.
 *
 * @param after the metric without the load
 * @param slope that was used, {@link Slope#NONE} for none
 * @param step a description of the step
 */
record LoadRemoval(Panel after, Slope slope, FleetStep step) {
  private static final String NAME = "load taken out";
  private static final String LEFT = "load left in";
  private static final String SOURCE =
      "Hsiao, Analysis of Panel Data, 2014 (fixed effects); Fuller, Measurement Error Models, 1987;"
          + " Theil, 1950 and Sen, 1968 (the median slope)";

  /** The least share of the load's variation beyond the noise of points. */
  private static final double LEAST_SHARE = 0.5;

  private static final int FEWEST_LIFETIMES = 8;
  private static final int MOST_PAIRS = 200_000;

  static LoadRemoval of(FleetSums sums, Panel metric, long seed) {
    if (!sums.hasLoad()) {
      return new LoadRemoval(
          metric,
          Slope.NONE,
          new FleetStep(LEFT, "no load is known: the metric is taken as it stands", SOURCE));
    }
    Panel load = Panel.load(sums);
    Slope slope = within(sums, metric, load);
    if (!slope.matters()) {
      slope = between(load.means(), metric.medians(), seed);
    }
    if (!slope.matters()) {
      return new LoadRemoval(
          metric,
          Slope.NONE,
          new FleetStep(
              LEFT,
              "the metric does not follow the load beyond chance, neither within lifetimes nor"
                  + " between them: it is taken as it stands",
              SOURCE));
    }
    Panel after = without(metric, load, slope.slope());
    return new LoadRemoval(after, slope, step(sums, slope, metric, after));
  }

  private static Slope within(FleetSums sums, Panel metric, Panel load) {
    LoadProducts noise = LoadProducts.ofNoise(sums);
    LoadProducts both =
        LoadProducts.ofWindows(
            Demeaned.byLifetimeAndWindow(load), Demeaned.byLifetimeAndWindow(metric));
    Slope timeFixed =
        both.less(noise).slope("within lifetimes, at the same time, less the noise of points");
    if (both.shareBeyond(noise) >= LEAST_SHARE && timeFixed.matters()) {
      return timeFixed;
    }
    LoadProducts one =
        LoadProducts.ofWindows(Demeaned.byLifetime(load), Demeaned.byLifetime(metric));
    Slope overTime = one.less(noise).slope("within lifetimes, over time, less the noise of points");
    if (one.shareBeyond(noise) >= LEAST_SHARE && overTime.matters()) {
      return overTime;
    }
    Slope fluctuations = both.slope("within lifetimes, from fluctuations of the load");
    return fluctuations.matters()
        ? fluctuations
        : LoadProducts.ofPoints(sums).slope("within lifetimes, from single points");
  }

  /** The slope over lifetimes' loads and medians. */
  static Slope between(double[] loads, double[] medians, long seed) {
    int[] known =
        IntStream.range(0, loads.length)
            .filter(i -> Double.isFinite(loads[i]) && Double.isFinite(medians[i]))
            .toArray();
    double[] x = IntStream.of(known).mapToDouble(i -> loads[i]).toArray();
    double[] y = IntStream.of(known).mapToDouble(i -> medians[i]).toArray();
    if (known.length < FEWEST_LIFETIMES || !(Robust.deviation(x) > 0)) {
      return Slope.NONE;
    }
    double slope = Slopes.theilSen(x, y, MOST_PAIRS, seed);
    if (!Double.isFinite(slope)) {
      return Slope.NONE;
    }
    double rank = RankCorrelation.spearman(x, y);
    // Student's t of a rank correlation gives the error in units of the slope
    double t = Math.abs(rank) * Math.sqrt((x.length - 2) / Math.max(1e-12, 1 - rank * rank));
    return new Slope(
        slope,
        t > 0 ? Math.abs(slope) / t : Double.POSITIVE_INFINITY,
        rank * rank,
        "between lifetimes, so that a band with another load would be taken out with it");
  }

  private static Panel without(Panel metric, Panel load, double slope) {
    double usual = Median.of(finite(load.means()));
    return metric.map(
        (lifetime, window, value) -> value - slope * (load.at(lifetime, window) - usual));
  }

  private static FleetStep step(FleetSums sums, Slope slope, Panel before, Panel after) {
    return new FleetStep(
        NAME,
        "the metric grows by "
            + Numbers.significant(slope.slope(), 3)
            + " (standard error "
            + Numbers.significant(slope.error(), 3)
            + ") with each unit of "
            + (sums.inverseLoad() ? "1/load" : "load")
            + ", fitted "
            + slope.how()
            + ", where it explains "
            + Numbers.percent(slope.explained(), 1)
            + " of how the metric varies; the spread of the lifetimes' medians was "
            + Numbers.significant(spread(before), 3)
            + " and is "
            + Numbers.significant(spread(after), 3),
        SOURCE);
  }

  private static double spread(Panel panel) {
    return Robust.deviation(finite(panel.medians()));
  }

  private static double[] finite(double[] values) {
    return Arrays.stream(values).filter(Double::isFinite).toArray();
  }
}
