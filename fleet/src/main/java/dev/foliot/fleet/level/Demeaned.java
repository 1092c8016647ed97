package dev.foliot.fleet.level;

import java.util.Arrays;

/**
 * Panels without the means of lifetimes, or of lifetimes and windows. This removes constant
 * differences between nodes, or between times.
 */
final class Demeaned {
  private static final int MOST_ROUNDS = 50;
  private static final double EXACT = 1e-10;

  private Demeaned() {}

  static Panel byLifetime(Panel panel) {
    double[] means = panel.means();
    return panel.map((lifetime, window, value) -> value - means[lifetime]);
  }

  /** Alternates until nothing changes: lifetimes may cover different windows. */
  static Panel byLifetimeAndWindow(Panel panel) {
    double[] ofLifetimes = new double[panel.lifetimes()];
    double[] ofWindows = new double[panel.windows()];
    double scale = Arrays.stream(panel.values()).map(Math::abs).max().orElse(0);
    double change = Double.POSITIVE_INFINITY;
    for (int round = 0; round < MOST_ROUNDS && change > EXACT * scale; round++) {
      double[] before = ofWindows.clone();
      sweep(panel, ofLifetimes, ofWindows);
      change = 0;
      for (int window = 0; window < before.length; window++) {
        change = Math.max(change, Math.abs(ofWindows[window] - before[window]));
      }
    }
    return panel.map(
        (lifetime, window, value) -> value - ofLifetimes[lifetime] - ofWindows[window]);
  }

  private static void sweep(Panel panel, double[] ofLifetimes, double[] ofWindows) {
    double[] sums = new double[ofWindows.length];
    int[] counts = new int[ofWindows.length];
    for (int lifetime = 0; lifetime < ofLifetimes.length; lifetime++) {
      double sum = 0;
      int count = 0;
      for (int window = 0; window < ofWindows.length; window++) {
        double value = panel.at(lifetime, window);
        if (!Double.isNaN(value)) {
          sum += value - ofWindows[window];
          count++;
        }
      }
      ofLifetimes[lifetime] = count == 0 ? 0 : sum / count;
      for (int window = 0; window < ofWindows.length; window++) {
        double value = panel.at(lifetime, window);
        if (!Double.isNaN(value)) {
          sums[window] += value - ofLifetimes[lifetime];
          counts[window]++;
        }
      }
    }
    for (int window = 0; window < ofWindows.length; window++) {
      ofWindows[window] = counts[window] == 0 ? 0 : sums[window] / counts[window];
    }
  }
}
