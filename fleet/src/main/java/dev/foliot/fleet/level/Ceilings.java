package dev.foliot.fleet.level;

import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds nodes whose metric reaches a ceiling, such as a CPU limit.
 *
 * <p>At a ceiling, what is measured does not follow the load: all points of a window have the same
 * value although their loads differ, and several windows have the value of the node's highest. The
 * value is the metric, times the load where the metric is divided by it. Noise alone makes such
 * windows in few nodes, and not at one level, so three nodes must share a level. Then one window at
 * that level is enough for others.
 *
 * <p>The windows at a ceiling say what the limit is, not what a request costs. They are left out.
 */
public final class Ceilings {
  /** The coefficient of variation of points at a ceiling. */
  private static final double FLAT = 0.003;

  /** The load's variation, as a multiple of the value's. */
  private static final double MOVES = 3;

  /** Windows near the ceiling are partly at it. */
  private static final double NEAR = 0.97;

  private static final double SAME_LEVEL = 0.01;
  private static final int FEWEST_WINDOWS = 3;
  private static final double LEAST_SHARE = 0.1;
  private static final int FEWEST_NODES = 3;

  /** A node is always at its ceiling if this share of its windows is. */
  private static final double ALWAYS = 0.8;

  private final FleetSums sums;
  private final double[] ceilings;
  private final SortedSet<String> nodes = new TreeSet<>();
  private final List<String> always = new ArrayList<>();
  private double level = Double.NaN;
  private double share;

  private Ceilings(FleetSums sums) {
    this.sums = sums;
    double[] certain = ceilings(LEAST_SHARE, FEWEST_WINDOWS);
    double[] likely = ceilings(0, 1);
    ceilings = new double[certain.length];
    double[] levels = Arrays.stream(certain).filter(Double::isFinite).sorted().toArray();
    Arrays.setAll(ceilings, i -> shared(likely[i], levels) ? likely[i] : Double.NaN);
    for (int i = 0; i < ceilings.length; i++) {
      if (Double.isFinite(ceilings[i])) {
        nodes.add(sums.node(i));
      }
    }
    if (!nodes.isEmpty()) {
      level = Median.of(Arrays.stream(ceilings).filter(Double::isFinite).toArray());
      for (String node : nodes) {
        if (share(Set.of(node)) >= ALWAYS) {
          always.add(node);
        }
      }
      share = share(always.isEmpty() ? nodes : always);
    }
  }

  public static Ceilings of(FleetSums sums) {
    return new Ceilings(sums);
  }

  private double[] ceilings(double leastShare, int fewest) {
    return IntStream.range(0, sums.lifetimes())
        .mapToDouble(i -> sums.hasLoad() ? ceiling(i, leastShare, fewest) : Double.NaN)
        .toArray();
  }

  /** Whether enough others have this level; the others are sorted. */
  private static boolean shared(double one, double[] levels) {
    double near = SAME_LEVEL * Math.abs(one);
    int at = Arrays.binarySearch(levels, one - near);
    int from = at < 0 ? -at - 1 : at;
    while (from > 0 && levels[from - 1] >= one - near) {
      from--;
    }
    int last = from + FEWEST_NODES - 1;
    return Double.isFinite(one) && last < levels.length && levels[last] <= one + near;
  }

  /** The ceiling of a lifetime; NaN for none. */
  private double ceiling(int lifetime, double leastShare, int fewest) {
    List<Double> flat = new ArrayList<>();
    double most = Double.NEGATIVE_INFINITY;
    int windows = 0;
    for (int window = 0; window < sums.windows(); window++) {
      FleetSums.Cell cell = sums.cell(lifetime, window);
      if (cell.n() < 2) {
        continue;
      }
      windows++;
      double value = value(cell);
      most = Math.max(most, value);
      double varies = variation(cell);
      if (varies <= FLAT && loadVariation(cell) > Math.max(FLAT, MOVES * varies)) {
        flat.add(value);
      }
    }
    double high = most;
    double[] at =
        flat.stream()
            .filter(value -> value >= (1 - SAME_LEVEL) * high)
            .mapToDouble(Double::doubleValue)
            .toArray();
    return at.length >= Math.max(fewest, leastShare * windows) ? Median.of(at) : Double.NaN;
  }

  /** What may have the ceiling, in a window. */
  private double value(FleetSums.Cell cell) {
    return sums.inverseLoad() ? cell.mean() / cell.meanLoad() : cell.mean();
  }

  /** The coefficient of variation of the value over a window's points. */
  private double variation(FleetSums.Cell cell) {
    // by Cauchy and Schwarz it is 0 if and only if metric and 1/load are proportional
    double square =
        sums.inverseLoad()
            ? cell.yy() * cell.xx() / (cell.xy() * cell.xy()) - 1
            : cell.yy() * cell.n() / (cell.y() * cell.y()) - 1;
    return Math.sqrt(Math.max(0, square));
  }

  private static double loadVariation(FleetSums.Cell cell) {
    return Math.sqrt(Math.max(0, cell.xx() * cell.n() / (cell.x() * cell.x()) - 1));
  }

  private boolean isAt(int lifetime, int window) {
    FleetSums.Cell cell = sums.cell(lifetime, window);
    return cell.n() > 0 && value(cell) >= NEAR * ceilings[lifetime];
  }

  private double share(Collection<String> which) {
    long at = 0;
    long all = 0;
    for (String node : which) {
      for (int i : sums.lifetimesOf(node)) {
        for (int window = 0; window < sums.windows(); window++) {
          all += sums.cell(i, window).n() > 0 ? 1 : 0;
          at += isAt(i, window) ? 1 : 0;
        }
      }
    }
    return (double) at / all;
  }

  /** A panel without the windows at a ceiling. */
  Panel without(Panel panel) {
    return nodes.isEmpty()
        ? panel
        : panel.map((i, window, value) -> isAt(i, window) ? Double.NaN : value);
  }

  /** Whether a node reaches a ceiling. */
  public boolean reaches(String node) {
    return nodes.contains(node);
  }

  public boolean found() {
    return !nodes.isEmpty();
  }

  /** The nodes at a ceiling, by name. */
  public List<String> nodes() {
    return List.copyOf(nodes);
  }

  /** The ceiling; NaN for none. */
  public double level() {
    return level;
  }

  /** The nodes that are there nearly all of the time, by name; may be empty. */
  public List<String> always() {
    return List.copyOf(always);
  }

  /** The share of windows at the ceiling: of the nodes always there, or of all if none is. */
  public double atCeiling() {
    return share;
  }

  public FleetStep step() {
    return new FleetStep(
        FleetStep.Name.CEILINGS,
        nodes.isEmpty()
            ? "none: no level at which several nodes stay while their load varies"
            : Numbers.count(nodes.size(), "node")
                + " reach "
                + Numbers.significant(level, 3)
                + " and stay there while their load varies"
                + (always.isEmpty()
                    ? ", in " + Numbers.percent(share, 1) + " of their windows"
                    : "; "
                        + always.size()
                        + " of them do so in "
                        + Numbers.percent(share, 1)
                        + " of their windows: "
                        + Texts.list(List.copyOf(always)))
                + "; these windows are left out");
  }
}
