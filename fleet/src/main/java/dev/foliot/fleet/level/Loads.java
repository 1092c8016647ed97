package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.Arrays;
import java.util.List;

/**
 * The load of each lifetime and window, and which windows are idle.
 *
 * <p>With little load a request carries the whole cost of an idle node, and the noise of both. Such
 * windows say nothing about requests, and one of them outweighs a day. A window is idle below a
 * quarter of its node's busy load, or a twentieth of the fleet's. Busy is the ninth decile.
 */
public final class Loads {
  private static final double BUSY = 0.9;
  private static final double OF_ITS_NODE = 0.25;
  private static final double OF_THE_FLEET = 0.05;

  private final Panel awake;
  private final Panel busy;
  private final boolean known;
  private final boolean leavesOut;
  private final long idle;
  private final long all;
  private final double reference;

  private Loads(FleetSums sums, Ceilings ceilings) {
    known = sums.hasLoad();
    Panel load = Panel.load(sums).map((lifetime, window, x) -> sums.inverseLoad() ? 1 / x : x);
    double[] values = load.values();
    double fleet = busy(values);
    boolean ranked = known && fleet > 0 && Arrays.stream(values).allMatch(value -> value >= 0);
    double[] least = new double[load.lifetimes()];
    if (ranked) {
      for (String node : sums.nodes()) {
        List<Integer> lifetimes = sums.lifetimesOf(node);
        double own =
            busy(lifetimes.stream().flatMapToDouble(i -> Arrays.stream(load.values(i))).toArray());
        double bound = Math.max(OF_ITS_NODE * own, OF_THE_FLEET * fleet);
        lifetimes.forEach(i -> least[i] = Double.isFinite(bound) ? bound : 0);
      }
    }
    awake = ranked ? load.map((i, window, r) -> r < least[i] ? Double.NaN : r) : load;
    double[] left = awake.values();
    all = values.length;
    idle = all - left.length;
    reference = left.length == 0 ? 1 : Median.of(left);
    busy = ceilings.without(awake);
    leavesOut = idle > 0 || ceilings.found();
  }

  /**
   * The loads of a fleet.
   *
   * @param ceilings whose windows are left out too
   */
  public static Loads of(FleetSums sums, Ceilings ceilings) {
    return new Loads(sums, ceilings);
  }

  private static double busy(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted.length == 0 ? Double.NaN : Median.quantile(sorted, BUSY);
  }

  /** Whether the points have a load. */
  public boolean known() {
    return known;
  }

  /** The load in each window that is neither idle nor at a ceiling. */
  Panel busy() {
    return busy;
  }

  /** The usual load of such a window. */
  double reference() {
    return reference;
  }

  /** A panel of these windows only. */
  public Panel without(Panel panel) {
    return !leavesOut
        ? panel
        : panel.map((i, window, value) -> Double.isNaN(busy.at(i, window)) ? Double.NaN : value);
  }

  /** The share of windows that are idle. */
  public double idleShare() {
    return all == 0 ? 0 : (double) idle / all;
  }

  /** The loads of lifetimes compared with all others at the same time, in units of the load. */
  public double[] atTheSameTime() {
    return atTheSameTime(busy);
  }

  /** The same with the windows at a ceiling: without them, nodes with one seem to have less. */
  public double[] offered() {
    return atTheSameTime(awake);
  }

  private double[] atTheSameTime(Panel loads) {
    double[] usual = new double[loads.windows()];
    for (int window = 0; window < usual.length; window++) {
      usual[window] = Median.of(loads.column(window));
    }
    return loads.map((i, window, r) -> reference + r - usual[window]).means();
  }

  public FleetStep step() {
    return new FleetStep(
        FleetStep.Name.IDLE,
        idle == 0
            ? "none: every window has load"
            : Numbers.percent(idleShare(), 1)
                + " of the windows have less than a quarter of their node's busy load, or a"
                + " twentieth of the fleet's, and are left out");
  }
}
