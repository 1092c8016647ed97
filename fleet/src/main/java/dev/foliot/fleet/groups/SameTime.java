package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Robust;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that gave way to others at one time, as blue to green.
 *
 * <p>They differ by all that changed with the time: the work, the callers, the data. No figure of
 * theirs tells the time from the nodes. The common course of all nodes cannot tell either, since no
 * node connects the times before and after.
 */
public final class SameTime {
  /** So many nodes may run on both sides. */
  private static final double ON_BOTH_SIDES = 0.05;

  private static final double LEAST_SHARE = 0.1;
  private static final int FEWEST = 3;
  private static final int LEAST_WINDOWS = 2;
  private static final double LEAST_DIFFERENCE = 0.05;
  private static final double LEAST_DEVIATIONS = 2;

  private SameTime() {}

  /**
   * The nodes before and after, as groups; null if there is no such time, or if the levels are the
   * same.
   *
   * @param centres of the metric with its common course
   */
  public static @Nullable Found changedOver(FleetSums sums, Centres centres) {
    int nodes = centres.nodes().size();
    int[] first = new int[nodes];
    int[] last = new int[nodes];
    for (int k = 0; k < nodes; k++) {
      first[k] = sums.windows();
      for (int lifetime : sums.lifetimesOf(centres.nodes().get(k))) {
        for (int window = 0; window < sums.windows(); window++) {
          if (sums.cell(lifetime, window).n() > 0) {
            first[k] = Math.min(first[k], window);
            last[k] = Math.max(last[k], window);
          }
        }
      }
    }
    for (int at = LEAST_WINDOWS; at <= sums.windows() - LEAST_WINDOWS; at++) {
      int change = at;
      // the window of the change itself may have both
      List<Boolean> after =
          IntStream.range(0, nodes).mapToObj(k -> first[k] >= change - 1 && first[k] > 0).toList();
      long later = after.stream().filter(one -> one).count();
      long both = IntStream.range(0, nodes).filter(k -> !after.get(k) && last[k] >= change).count();
      double least = Math.max(FEWEST, LEAST_SHARE * nodes);
      if (both <= ON_BOTH_SIDES * nodes && later >= least && nodes - later >= least) {
        return ordered(after, centres.ofNodes());
      }
    }
    return null;
  }

  private static @Nullable Found ordered(List<Boolean> after, double[] levels) {
    double[] later = pick(after, levels, true);
    double[] earlier = pick(after, levels, false);
    double gap = Median.of(later) - Median.of(earlier);
    double spread = Math.hypot(Robust.deviation(later), Robust.deviation(earlier));
    if (Math.abs(gap) < LEAST_DIFFERENCE * Math.abs(Median.of(earlier))
        || Math.abs(gap) < LEAST_DEVIATIONS * spread) {
      return null;
    }
    return Found.split(gap > 0 ? after : after.stream().map(one -> !one).toList());
  }

  private static double[] pick(List<Boolean> after, double[] levels, boolean which) {
    return IntStream.range(0, levels.length)
        .filter(k -> after.get(k) == which)
        .mapToDouble(k -> levels[k])
        .toArray();
  }
}
