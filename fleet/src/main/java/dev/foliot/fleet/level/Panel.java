package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import java.util.Arrays;

/** A value per lifetime and window, NaN for none. Immutable. */
public final class Panel {
  private final double[][] rows;
  private final int windows;

  private Panel(double[][] rows, int windows) {
    this.rows = rows;
    this.windows = windows;
  }

  /** Maps a value. */
  interface Change {
    double of(int lifetime, int window, double value);
  }

  private interface Reading {
    double of(FleetSums.Cell cell);
  }

  /** The metric's mean in each window. */
  public static Panel metric(FleetSums sums) {
    return read(sums, FleetSums.Cell::mean);
  }

  /** The load's mean (or that of 1/load) in each window. */
  static Panel load(FleetSums sums) {
    return read(sums, FleetSums.Cell::meanLoad);
  }

  private static Panel read(FleetSums sums, Reading reading) {
    double[][] rows = new double[sums.lifetimes()][sums.windows()];
    for (int lifetime = 0; lifetime < rows.length; lifetime++) {
      for (int window = 0; window < sums.windows(); window++) {
        rows[lifetime][window] = reading.of(sums.cell(lifetime, window));
      }
    }
    return new Panel(rows, sums.windows());
  }

  int lifetimes() {
    return rows.length;
  }

  public int windows() {
    return windows;
  }

  /** The value; NaN for none. */
  public double at(int lifetime, int window) {
    return rows[lifetime][window];
  }

  /** The values of a lifetime, in time order. */
  public double[] values(int lifetime) {
    return present(rows[lifetime]);
  }

  /** The values of a window, in the order of lifetimes. */
  double[] column(int window) {
    double[] column = new double[rows.length];
    for (int lifetime = 0; lifetime < rows.length; lifetime++) {
      column[lifetime] = rows[lifetime][window];
    }
    return present(column);
  }

  /** All values except NaN. */
  public double[] values() {
    double[] all = new double[rows.length * windows];
    int count = 0;
    for (double[] row : rows) {
      for (double value : row) {
        if (!Double.isNaN(value)) {
          all[count++] = value;
        }
      }
    }
    return count == all.length ? all : Arrays.copyOf(all, count);
  }

  /** The median over each lifetime's windows; NaN without values. */
  public double[] medians() {
    return Arrays.stream(rows).mapToDouble(row -> Median.of(present(row))).toArray();
  }

  /** The mean over each lifetime's windows; NaN without values. */
  double[] means() {
    return Arrays.stream(rows)
        .mapToDouble(row -> Arrays.stream(present(row)).average().orElse(Double.NaN))
        .toArray();
  }

  /** The first window of a lifetime with a value; -1 without any. */
  int first(int lifetime) {
    int window = 0;
    while (window < windows && Double.isNaN(rows[lifetime][window])) {
      window++;
    }
    return window == windows ? -1 : window;
  }

  /** The last window of a lifetime with a value; -1 without any. */
  int last(int lifetime) {
    int window = windows - 1;
    while (window >= 0 && Double.isNaN(rows[lifetime][window])) {
      window--;
    }
    return window;
  }

  /**
   * The values of some windows only.
   *
   * @param from the first
   * @param to the one after the last
   */
  public Panel within(int from, int to) {
    return map((lifetime, window, value) -> window >= from && window < to ? value : Double.NaN);
  }

  /** A copy with each value mapped. */
  Panel map(Change change) {
    double[][] changed = new double[rows.length][windows];
    for (int lifetime = 0; lifetime < rows.length; lifetime++) {
      for (int window = 0; window < windows; window++) {
        double value = rows[lifetime][window];
        changed[lifetime][window] =
            Double.isNaN(value) ? Double.NaN : change.of(lifetime, window, value);
      }
    }
    return new Panel(changed, windows);
  }

  private static double[] present(double[] values) {
    int count = 0;
    double[] present = new double[values.length];
    for (double value : values) {
      if (!Double.isNaN(value)) {
        present[count++] = value;
      }
    }
    return count == present.length ? present : Arrays.copyOf(present, count);
  }
}
