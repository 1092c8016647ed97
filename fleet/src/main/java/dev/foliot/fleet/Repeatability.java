package dev.foliot.fleet;

import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whether parts of a node's own data say the same of it: a second witness, that knows nothing of
 * the shape of the distribution.
 *
 * <p>Every other window against the ones between tells noise: the centres of nodes that flicker
 * between two levels fall into two groups as well, but each half of the windows draws its own. The
 * first half against the second tells drift.
 *
 * @param nodes how many have windows enough
 * @param windows odd windows against even ones
 * @param halves the first half against the second
 */
record Repeatability(int nodes, Split windows, Split halves) {
  private static final int FEWEST_WINDOWS = 4;
  private static final int FEWEST_NODES = 8;

  /** One in a hundred of a normal distribution is beyond. */
  private static final double BEYOND_NOISE = 2.33;

  /** Bands that last agree as well over halves as over windows; so much of it is asked for. */
  private static final double LASTING = 0.6;

  /** Times what the noise of windows would change. */
  private static final double WANDERING = 3;

  static Repeatability of(Panel panel, Centres centres, Found found) {
    List<double[]> fours = new ArrayList<>();
    for (int k = 0; k < centres.nodes().size(); k++) {
      double[] values = panel.values(centres.lifetime(k));
      // before there are bands all are looked at; outliers of them say nothing about bands
      boolean outlier = found.parts() > 0 && found.bandOf().get(k) < 0;
      if (values.length >= FEWEST_WINDOWS && !outlier) {
        fours.add(parts(values));
      }
    }
    return new Repeatability(
        fours.size(),
        Split.of(column(fours, 0), column(fours, 1), found),
        Split.of(column(fours, 2), column(fours, 3), found));
  }

  /** Medians of the odd, the even, the first and the last windows. */
  private static double[] parts(double[] values) {
    int half = values.length / 2;
    double[] odd = new double[(values.length + 1) / 2];
    double[] even = new double[half];
    for (int i = 0; i < values.length; i++) {
      (i % 2 == 0 ? odd : even)[i / 2] = values[i];
    }
    return new double[] {
      Median.of(odd),
      Median.of(even),
      Median.of(Arrays.copyOf(values, half)),
      Median.of(Arrays.copyOfRange(values, values.length - half, values.length))
    };
  }

  private static double[] column(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).toArray();
  }

  /** Whether there is data enough to tell. */
  boolean told() {
    return nodes >= FEWEST_NODES;
  }

  /** Whether nodes differ beyond the noise of their windows; true where that is not told. */
  boolean beyondNoise() {
    double r = Math.min(windows.correlation(), 1 - 1e-9);
    // Fisher's transformation of a correlation
    double z = Math.log((1 + r) / (1 - r)) / 2 * Math.sqrt(nodes - 3.0);
    return !told() || z > BEYOND_NOISE;
  }

  /** Whether nodes are in the same band first and last; true where that is not told. */
  boolean lasts() {
    return !told() || halves.kappa() >= LASTING * windows.kappa();
  }

  /**
   * Whether the nodes' changes, each its own way, are more than noise and more than they differ.
   */
  boolean drifts() {
    return told()
        && halves.difference() > WANDERING * windows.difference()
        && halves.difference() > halves.spread();
  }

  FleetStep step(Found found) {
    return new FleetStep(
        "repeatability",
        told() ? told(found) : "too few windows to tell",
        "Cohen, 1960 (kappa); Spearman, 1910 and Brown, 1910 (the reliability of halves)");
  }

  private String told(Found found) {
    double r = windows.correlation();
    String reliability =
        "odd against even windows: correlation "
            + Numbers.significant(r, 3)
            + ", so that the centres are reliable to "
            + Numbers.significant(Math.max(0, 2 * r / (1 + Math.max(r, 0))), 3)
            + "; first half against second: correlation "
            + Numbers.significant(halves.correlation(), 3);
    return found.parts() < 2
        ? reliability
        : reliability
            + "; in the same band by odd and even windows "
            + Numbers.percent(windows.agreement(), 1)
            + " (kappa "
            + Numbers.significant(windows.kappa(), 3)
            + "), by halves "
            + Numbers.percent(halves.agreement(), 1)
            + " (kappa "
            + Numbers.significant(halves.kappa(), 3)
            + ")";
  }
}
