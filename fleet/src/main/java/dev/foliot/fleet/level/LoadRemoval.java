package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.stats.RankCorrelation;
import dev.foliot.stats.Slopes;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Removes the effect of the load from the metric.
 *
 * <p>Without it, nodes with more load would look like a band. The effect is a {@link LoadCurve}
 * fitted within lifetimes, because a band with another load would distort it between nodes. If the
 * common time adds little to a curve over time, that curve is used: there the ranges of different
 * nodes overlap. Otherwise the curve is fitted at the same time. If the load is constant within
 * lifetimes, a line comes from between lifetimes [1].
 *
 * <p>A removal that raises the spread of the nodes is not applied: a load that explains nodes makes
 * them more alike.
 *
 * <p>[1] Theil, 1950; Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", 1968.
 *
 * @param after the metric without the load
 * @param curve that was used, {@link LoadCurve#NONE} for none
 * @param explains whether the load explains most of the differences between nodes
 * @param step a description of the step
 */
public record LoadRemoval(Panel after, LoadCurve curve, boolean explains, FleetStep step) {
  /** The most that the common time may add to what a curve over time explains. */
  private static final double TIME_ADDS = 0.03;

  /** The spread that is left if the load explains most of it. */
  private static final double MOSTLY = 0.7;

  /** A spread beyond this multiple is raised: with equal loads a removal only adds its noise. */
  private static final double RAISED = 1.05;

  private static final double LEAST_ERRORS = 4;
  private static final double LEAST_EXPLAINED = 0.01;
  private static final int FEWEST_LIFETIMES = 8;
  private static final int MOST_PAIRS = 200_000;

  /**
   * Removes it.
   *
   * @param metric without idle windows
   */
  public static LoadRemoval of(FleetSums sums, Panel metric, Loads loads, long seed) {
    if (!sums.hasLoad()) {
      return left(metric, "no load is known: the metric is taken as it stands");
    }
    double before = spread(metric);
    boolean raises = false;
    for (LoadCurve curve : curves(sums, metric, loads, seed)) {
      Panel after = without(metric, loads, curve);
      double left = spread(after);
      if (curve.applies() && left <= RAISED * before) {
        return new LoadRemoval(after, curve, left < MOSTLY * before, step(curve, before, left));
      }
      raises |= curve.applies();
    }
    return left(
        metric,
        raises
            ? "the metric follows the load within nodes, but nodes with more load do not have more"
                + " of it: without the load nodes would differ more, so it is taken as it stands"
            : "the metric does not follow the load beyond chance, neither within lifetimes nor"
                + " between them: it is taken as it stands");
  }

  private static LoadRemoval left(Panel metric, String why) {
    return new LoadRemoval(
        metric, LoadCurve.NONE, false, new FleetStep(FleetStep.Name.LOAD_LEFT, why));
  }

  /** The possible curves, the best first. */
  private static List<LoadCurve> curves(FleetSums sums, Panel metric, Loads loads, long seed) {
    LoadCurve overTime = new CurveFit(sums, metric, loads, false).curve();
    if (overTime.applies() && timeAdds(without(metric, loads, overTime), metric) <= TIME_ADDS) {
      return List.of(overTime);
    }
    LoadCurve timeFixed = new CurveFit(sums, metric, loads, true).curve();
    return timeFixed.applies() ? List.of(timeFixed) : List.of(between(sums, metric, loads, seed));
  }

  /** What the common time explains of the rest, as a share of what the curve explains. */
  private static double timeAdds(Panel after, Panel metric) {
    double all = squares(Demeaned.byLifetime(metric));
    double left = squares(Demeaned.byLifetime(after));
    double inTime = squares(Demeaned.byLifetimeAndWindow(after));
    int free = Math.max(1, after.values().length - after.lifetimes() - after.windows());
    return all > left
        ? (left - inTime - after.windows() * inTime / free) / (all - left)
        : Double.POSITIVE_INFINITY;
  }

  private static double squares(Panel panel) {
    return Arrays.stream(panel.values()).map(value -> value * value).sum();
  }

  /** A line over lifetimes' loads and medians. */
  static LoadCurve between(FleetSums sums, Panel metric, Loads loads, long seed) {
    double[] means = loads.busy().means();
    double[] medians = metric.medians();
    int[] known =
        IntStream.range(0, means.length)
            .filter(i -> Double.isFinite(means[i]) && Double.isFinite(medians[i]))
            .toArray();
    boolean inverse = sums.inverseLoad();
    double[] x =
        IntStream.of(known)
            .mapToDouble(i -> LoadCurve.term(inverse, 0, means[i] / loads.reference()))
            .toArray();
    double[] y = IntStream.of(known).mapToDouble(i -> medians[i]).toArray();
    if (known.length < FEWEST_LIFETIMES || !(Robust.deviation(x) > 0)) {
      return LoadCurve.NONE;
    }
    double slope = Slopes.theilSen(x, y, MOST_PAIRS, seed);
    double rank = RankCorrelation.spearman(x, y);
    // Student's t of a rank correlation gives the error in units of the slope
    double t = Math.abs(rank) * Math.sqrt((x.length - 2) / Math.max(1e-12, 1 - rank * rank));
    if (!Double.isFinite(slope) || t <= LEAST_ERRORS || rank * rank <= LEAST_EXPLAINED) {
      return LoadCurve.NONE;
    }
    double error = slope / t;
    return new LoadCurve(
        inverse,
        loads.reference(),
        new double[] {slope},
        new double[][] {{error * error}},
        rank * rank,
        "between lifetimes, so that a group with another load would be taken out with it");
  }

  private static Panel without(Panel metric, Loads loads, LoadCurve curve) {
    return metric.map(
        (lifetime, window, value) -> value - curve.effect(loads.busy().at(lifetime, window)));
  }

  private static FleetStep step(LoadCurve curve, double before, double after) {
    return new FleetStep(
        FleetStep.Name.LOAD_OUT,
        curve.text()
            + ", fitted "
            + curve.how()
            + ", where it explains "
            + Numbers.percent(curve.explained(), 1)
            + " of how the metric varies; the nodes' mean distance from their median was "
            + Numbers.significant(before, 3)
            + " and is "
            + Numbers.significant(after, 3));
  }

  /** The mean distance of lifetimes from the others at the same time. */
  private static double spread(Panel panel) {
    double[] usual = new double[panel.windows()];
    for (int window = 0; window < usual.length; window++) {
      usual[window] = Median.of(panel.column(window));
    }
    double[] medians =
        Arrays.stream(panel.map((i, window, value) -> value - usual[window]).medians())
            .filter(Double::isFinite)
            .toArray();
    double middle = Median.of(medians);
    return Arrays.stream(medians).map(value -> Math.abs(value - middle)).average().orElse(0);
  }
}
