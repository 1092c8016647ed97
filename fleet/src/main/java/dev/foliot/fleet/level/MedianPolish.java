package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.Median;
import java.util.List;

/**
 * Splits a panel into a part per lifetime and a part per window, by alternating medians.
 *
 * <p>Tukey, "Exploratory Data Analysis", 1977, chapter 11. Lifetimes may cover different windows,
 * so it repeats until little changes. Stretches of windows that no lifetime connects are aligned by
 * the nodes that live in both.
 */
final class MedianPolish {
  private static final int MOST_ROUNDS = 30;
  private static final double LITTLE = 0.01;

  private final Panel panel;
  private final double[] ofLifetimes;
  private final double[] ofWindows;

  private MedianPolish(Panel panel) {
    this.panel = panel;
    ofLifetimes = new double[panel.lifetimes()];
    ofWindows = new double[panel.windows()];
  }

  static MedianPolish of(Panel panel, FleetSums sums) {
    MedianPolish polish = new MedianPolish(panel);
    double change = Double.POSITIVE_INFINITY;
    double left = 0;
    for (int round = 0; round < MOST_ROUNDS && change > LITTLE * left; round++) {
      polish.sweepLifetimes();
      change = polish.sweepWindows();
      left = round % 5 == 0 ? Median.of(polish.sizes()) : left;
    }
    polish.align(sums);
    polish.sweepLifetimes();
    return polish;
  }

  /** Connects each stretch with the ones before it. */
  private void align(FleetSums sums) {
    int[] stretch = stretches();
    int last = stretch.length == 0 ? 0 : stretch[stretch.length - 1];
    for (int later = 1; later <= last; later++) {
      int now = later;
      sweepLifetimes();
      double[] steps =
          sums.nodes().stream()
              .mapToDouble(node -> step(sums.lifetimesOf(node), stretch, now))
              .filter(Double::isFinite)
              .toArray();
      double step = steps.length == 0 ? 0 : Median.of(steps);
      for (int window = 0; window < ofWindows.length; window++) {
        ofWindows[window] += stretch[window] == later ? step : 0;
      }
    }
    double middle = Median.of(ofWindows);
    for (int window = 0; window < ofWindows.length; window++) {
      ofWindows[window] -= middle;
    }
  }

  /** How much higher a node is in a stretch than in the one before; NaN if it is not in both. */
  private double step(List<Integer> lifetimes, int[] stretch, int later) {
    double before = Double.NaN;
    double after = Double.NaN;
    for (int lifetime : lifetimes) {
      int window = panel.first(lifetime);
      if (window >= 0 && stretch[window] == later - 1) {
        before = ofLifetimes[lifetime];
      } else if (window >= 0 && stretch[window] == later && Double.isNaN(after)) {
        after = ofLifetimes[lifetime];
      }
    }
    return after - before;
  }

  /** The number of each window's stretch. */
  private int[] stretches() {
    int[] reaches = new int[ofWindows.length];
    for (int lifetime = 0; lifetime < ofLifetimes.length; lifetime++) {
      int first = panel.first(lifetime);
      if (first >= 0) {
        reaches[first] = Math.max(reaches[first], panel.last(lifetime));
      }
    }
    int[] stretch = new int[ofWindows.length];
    int reach = reaches.length == 0 ? 0 : reaches[0];
    for (int window = 1; window < stretch.length; window++) {
      stretch[window] = stretch[window - 1] + (window > reach ? 1 : 0);
      reach = Math.max(reach, Math.max(window, reaches[window]));
    }
    return stretch;
  }

  /** The part of each window; their median is 0. */
  double[] ofWindows() {
    return ofWindows.clone();
  }

  /** The fitted value of a cell. */
  double fitted(int lifetime, int window) {
    return ofLifetimes[lifetime] + ofWindows[window];
  }

  private double[] sizes() {
    return panel.map((i, window, value) -> Math.abs(value - fitted(i, window))).values();
  }

  private void sweepLifetimes() {
    Panel left = panel.map((i, window, value) -> value - ofWindows[window]);
    double[] medians = left.medians();
    for (int i = 0; i < medians.length; i++) {
      ofLifetimes[i] = Double.isNaN(medians[i]) ? 0 : medians[i];
    }
  }

  private double sweepWindows() {
    Panel left = panel.map((i, window, value) -> value - ofLifetimes[i]);
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
