package dev.foliot.report.bench;

import dev.foliot.report.chart.Axis;
import dev.foliot.stats.Counted;
import dev.foliot.store.Percentiles;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The percentiles of one kind of duration in one fork, over the number of nines. */
public final class ForkCurve {
  /** Nines, from none to eight: every twentieth, with the median. */
  private static final double[] GRID = grid();

  private static final double MOST_NINES = 8;
  private static final int STEPS = 20;

  private final ForkView fork;
  private final double[] values;
  private final double supported;
  private final long maxNs;
  private final double nines;

  private ForkCurve(ForkView fork, double[] values, double supported, long maxNs, double nines) {
    this.fork = fork;
    this.values = values;
    this.supported = supported;
    this.maxNs = maxNs;
    this.nines = nines;
  }

  private static double[] grid() {
    List<Double> grid = new ArrayList<>();
    for (int i = 0; i <= 8 * STEPS; i++) {
      grid.add((double) i / STEPS);
    }
    grid.add(Axis.ninesOf(0.5));
    return grid.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /** Of a fork, or null where it has counted nothing. */
  static @Nullable ForkCurve of(ForkView fork, String kind) {
    Counted total = fork.total(kind);
    Long max = fork.figures(kind).max();
    if (total.total() == 0 || max == null) {
      return null;
    }
    double nines = Math.min(MOST_NINES, Math.log10((double) total.total()));
    double[] values = new double[GRID.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          GRID[i] > nines + 1e-9
              ? Double.NaN
              : (double) Math.min(max, total.percentile(100 * Axis.shareOf(GRID[i])));
    }
    return new ForkCurve(fork, values, supported(fork.figures(kind)), max, nines);
  }

  private static double supported(Percentiles figures) {
    double nines = 0;
    for (String name : figures.names()) {
      if (figures.value(name) == null) {
        break;
      }
      nines = Axis.ninesOf(share(name));
    }
    return nines;
  }

  /** The share of a percentile's name: {@code p99_9} is 0.999. */
  public static double share(String name) {
    // exact, as a division by a hundred is not
    return new BigDecimal(Double.toString(Percentiles.percentile(name)))
        .movePointLeft(2)
        .doubleValue();
  }

  /** How many places the grid has. */
  static int size() {
    return GRID.length;
  }

  /** The nines at a place of the grid. */
  static double ninesAt(int place) {
    return GRID[place];
  }

  ForkView fork() {
    return fork;
  }

  /** The value at a place of the grid, or NaN where the fork has not that many messages. */
  double value(int place) {
    return values[place];
  }

  /** The nines of the greatest percentile with enough episodes beyond it, or 0. */
  double supported() {
    return supported;
  }

  /** The exact greatest. */
  long maxNs() {
    return maxNs;
  }

  /** The nines of the greatest: the logarithm of how many there are. */
  double nines() {
    return nines;
  }

  /** The value that a tenth of the messages stay below: where a picture begins. */
  double low() {
    return values[1];
  }
}
