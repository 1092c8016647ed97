package dev.foliot.fleet;

import dev.foliot.stats.Median;

/**
 * Splits a panel of nodes into a part per node and a part per window, by alternating medians.
 *
 * <p>Tukey, "Exploratory Data Analysis", 1977, chapter 11. Nodes may cover different windows, so it
 * repeats until little changes.
 */
final class MedianPolish {
  private static final int MOST_ROUNDS = 30;
  private static final double LITTLE = 0.01;

  private final Panel panel;
  private final double[] ofNodes;
  private final double[] ofWindows;

  private MedianPolish(Panel panel) {
    this.panel = panel;
    ofNodes = new double[panel.lifetimes()];
    ofWindows = new double[panel.windows()];
  }

  static MedianPolish of(Panel panel) {
    MedianPolish polish = new MedianPolish(panel);
    double change = Double.POSITIVE_INFINITY;
    double left = 0;
    for (int round = 0; round < MOST_ROUNDS && change > LITTLE * left; round++) {
      polish.sweepNodes();
      change = polish.sweepWindows();
      left = round % 5 == 0 ? Median.of(polish.sizes()) : left;
    }
    polish.sweepNodes();
    return polish;
  }

  /** The part of each window; their median is 0. */
  double[] ofWindows() {
    return ofWindows.clone();
  }

  /** The fitted value of a cell. */
  double fitted(int node, int window) {
    return ofNodes[node] + ofWindows[window];
  }

  private double[] sizes() {
    return panel.map((node, window, value) -> Math.abs(value - fitted(node, window))).values();
  }

  private void sweepNodes() {
    Panel left = panel.map((node, window, value) -> value - ofWindows[window]);
    double[] medians = left.medians();
    for (int node = 0; node < medians.length; node++) {
      ofNodes[node] = Double.isNaN(medians[node]) ? 0 : medians[node];
    }
  }

  private double sweepWindows() {
    Panel left = panel.map((node, window, value) -> value - ofNodes[node]);
    double[] medians = new double[ofWindows.length];
    for (int window = 0; window < medians.length; window++) {
      double median = Median.of(left.column(window));
      medians[window] = Double.isNaN(median) ? 0 : median;
    }
    double middle = Median.of(medians);
    double change = 0;
    for (int window = 0; window < medians.length; window++) {
      double part = medians[window] - middle;
      change = Math.max(change, Math.abs(part - ofWindows[window]));
      ofWindows[window] = part;
    }
    return change;
  }
}
