package dev.foliot.fleet.level;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The median of each lifetime over its windows, with its standard error. The lifetime with the most
 * windows represents its node.
 */
public final class Centres {
  /** The ratio of the standard errors of median and mean, for normal values: sqrt(pi/2). */
  static final double MEDIAN_TO_MEAN = 1.2533;

  /** With this number of windows the median is usable. */
  private static final int ENOUGH_WINDOWS = 4;

  /** A lifetime with a quarter of the usual windows has at most twice the usual error. */
  private static final double OF_THE_USUAL = 0.25;

  private final double[] centre;
  private final double[] error;
  private final int[] windows;
  private final int fewest;
  private final List<String> nodes = new ArrayList<>();
  private final List<Integer> stands = new ArrayList<>();
  private final List<String> without = new ArrayList<>();

  private Centres(FleetSums sums, Panel panel) {
    centre = panel.medians();
    error = new double[centre.length];
    windows = new int[centre.length];
    for (int lifetime = 0; lifetime < centre.length; lifetime++) {
      double[] values = panel.values(lifetime);
      windows[lifetime] = values.length;
      error[lifetime] =
          values.length > 1
              ? MEDIAN_TO_MEAN * Robust.deviation(values) / Math.sqrt(values.length)
              : ofPoints(sums, lifetime);
    }
    fewest = fewest(sums);
    for (String node : sums.nodes()) {
      int longest = longest(sums.lifetimesOf(node));
      if (longest >= 0 && isPlaced(longest)) {
        nodes.add(node);
        stands.add(longest);
      } else {
        without.add(node);
      }
    }
  }

  /**
   * Computes the medians.
   *
   * @param panel the metric without load and common course
   */
  public static Centres of(FleetSums sums, Panel panel) {
    return new Centres(sums, panel);
  }

  /** The names of the nodes with a median, sorted. */
  public List<String> nodes() {
    return nodes;
  }

  /** The lifetime that represents the k-th node. */
  public int lifetime(int k) {
    return stands.get(k);
  }

  /** The names of the nodes with too little data. */
  public List<String> without() {
    return without;
  }

  /** Whether a lifetime has enough data for a median. */
  public boolean isPlaced(int lifetime) {
    return windows[lifetime] >= fewest;
  }

  /** The median of a lifetime. */
  public double of(int lifetime) {
    return centre[lifetime];
  }

  /** The medians of the nodes. */
  public double[] ofNodes() {
    return stands.stream().mapToDouble(lifetime -> centre[lifetime]).toArray();
  }

  /** The standard errors of {@link #ofNodes}; 0 where unknown. */
  public double[] errorsOfNodes() {
    return stands.stream().mapToDouble(lifetime -> error[lifetime]).toArray();
  }

  /**
   * What was done.
   *
   * @param atCeiling the nodes that lack data since they are always at their ceiling
   */
  public FleetStep step(Predicate<String> atCeiling) {
    List<String> limited = without.stream().filter(atCeiling).toList();
    List<String> tooLittle = without.stream().filter(atCeiling.negate()).toList();
    return new FleetStep(
        FleetStep.Name.CENTRES,
        nodes.isEmpty()
            ? "no node has enough data"
            : "each of "
                + Numbers.count(nodes.size(), "node")
                + " stands at the median over its windows ("
                + Numbers.significant(Median.of(windowsOfNodes()), 3)
                + " of them, as a rule), with a standard error of "
                + Numbers.significant(Median.of(errorsOfNodes()), 3)
                + ", and by the longest of its lifetimes"
                + (limited.isEmpty()
                    ? ""
                    : "; left out since they are always at their ceiling: " + Texts.list(limited))
                + (tooLittle.isEmpty()
                    ? ""
                    : "; left out for too little data: " + Texts.list(tooLittle)));
  }

  private double[] windowsOfNodes() {
    return stands.stream().mapToDouble(lifetime -> windows[lifetime]).toArray();
  }

  private int fewest(FleetSums sums) {
    double[] longest =
        sums.nodes().stream()
            .mapToInt(node -> longest(sums.lifetimesOf(node)))
            .filter(lifetime -> lifetime >= 0)
            .mapToDouble(lifetime -> windows[lifetime])
            .toArray();
    double usual = longest.length == 0 ? 1 : Median.of(longest);
    return (int) Math.clamp(Math.ceil(OF_THE_USUAL * usual), 1, ENOUGH_WINDOWS);
  }

  /** The lifetime with the most windows, the last of equals; -1 for none. */
  private int longest(List<Integer> lifetimes) {
    int longest = -1;
    for (int lifetime : lifetimes) {
      if (longest < 0 || windows[lifetime] >= windows[longest]) {
        longest = lifetime;
      }
    }
    return longest;
  }

  private static double ofPoints(FleetSums sums, int lifetime) {
    for (int window = 0; window < sums.windows(); window++) {
      FleetSums.Cell cell = sums.cell(lifetime, window);
      if (cell.n() >= 2) {
        double squares = Math.max(0, cell.yy() - cell.y() * cell.mean());
        return Math.sqrt(squares / (cell.n() - 1) / cell.n());
      }
    }
    return 0;
  }
}
