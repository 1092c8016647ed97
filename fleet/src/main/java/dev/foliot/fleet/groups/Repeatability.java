package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.level.Robust;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Tests whether parts of a node's own data agree, independently of the distribution's shape.
 *
 * <p>Odd windows against even ones reveal noise: nodes that flicker between two levels also have
 * medians in two groups, but each half of the windows gives a different one. The first half against
 * the second reveals drift.
 *
 * @param nodes the number with enough windows
 * @param windows odd windows against even ones
 * @param halves the first half against the second
 */
public record Repeatability(int nodes, Split windows, Split halves) {
  private static final int FEWEST_WINDOWS = 4;
  private static final int FEWEST_NODES = 8;

  /** One in a hundred of a normal distribution is beyond. */
  private static final double BEYOND_NOISE = 2.33;

  /** Lasting bands agree as well over halves as over windows; this share of that is required. */
  private static final double LASTING = 0.6;

  /** A multiple of the change expected from the noise of windows. */
  private static final double WANDERING = 3;

  public static Repeatability of(Panel panel, Centres centres, Found found) {
    List<double[]> fours = new ArrayList<>();
    for (int k = 0; k < centres.nodes().size(); k++) {
      double[] values = panel.values(centres.lifetime(k));
      // without bands all nodes count; with bands, outliers say nothing about them
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

  /** The medians of the odd, the even, the first and the last windows. */
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

  /** Whether the data is enough for an answer. */
  boolean told() {
    return nodes >= FEWEST_NODES;
  }

  /** Whether nodes differ beyond the noise of their windows; true if unknown. */
  boolean beyondNoise() {
    double r = Math.min(windows.correlation(), 1 - 1e-9);
    // Fisher's transformation of a correlation
    double z = Math.log((1 + r) / (1 - r)) / 2 * Math.sqrt(nodes - 3.0);
    return !told() || z > BEYOND_NOISE;
  }

  /** Whether nodes are in the same band first and last; true if unknown. */
  boolean lasts() {
    return !told() || halves.kappa() >= LASTING * windows.kappa();
  }

  /** Whether the nodes' individual changes exceed the noise and their differences. */
  boolean drifts() {
    return told()
        && halves.difference() > WANDERING * windows.difference()
        && halves.difference() > halves.spread();
  }

  public FleetStep step(Found found) {
    return new FleetStep(
        FleetStep.Name.REPEATABILITY, told() ? told(found) : "too few windows to tell");
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
            + "; in the same group by odd and even windows "
            + Numbers.percent(windows.agreement(), 1)
            + " (kappa "
            + Numbers.significant(windows.kappa(), 3)
            + "), by halves "
            + Numbers.percent(halves.agreement(), 1)
            + " (kappa "
            + Numbers.significant(halves.kappa(), 3)
            + ")";
  }

  /**
   * The same nodes by two parts of their data.
   *
   * @param agreement the share of nodes with the same band in both parts
   * @param kappa the agreement beyond chance: 1 for all, 0 for chance (Cohen, "A Coefficient of
   *     Agreement for Nominal Scales", 1960)
   * @param correlation of the medians
   * @param difference the spread of the medians' differences
   * @param spread of the medians, in the part with the smaller one
   */
  record Split(
      double agreement, double kappa, double correlation, double difference, double spread) {
    static Split of(double[] a, double[] b, Found found) {
      int bands = Math.max(1, found.parts());
      double[] ofA = new double[bands];
      double[] ofB = new double[bands];
      double[] differences = new double[a.length];
      double same = 0;
      for (int i = 0; i < a.length; i++) {
        int bandA = found.place(a[i]);
        int bandB = found.place(b[i]);
        ofA[bandA]++;
        ofB[bandB]++;
        same += bandA == bandB ? 1 : 0;
        differences[i] = b[i] - a[i];
      }
      double agreement = a.length == 0 ? 1 : same / a.length;
      double chance = 0;
      for (int band = 0; band < bands && a.length > 0; band++) {
        chance += ofA[band] / a.length * (ofB[band] / a.length);
      }
      return new Split(
          agreement,
          chance < 1 ? (agreement - chance) / (1 - chance) : 1,
          Robust.correlation(a, b),
          a.length == 0 ? 0 : Robust.deviation(differences),
          a.length == 0 ? 0 : Math.min(Robust.deviation(a), Robust.deviation(b)));
    }
  }
}
