package dev.foliot.fleet;

import dev.foliot.stats.PoissonBinomial;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether nodes keep their band, within a lifetime and over restarts.
 *
 * <p>If each restart reassigned the band, a node of band b would change with a probability of one
 * minus the share of b over all lifetimes. The number of changes is then a sum of unequal trials.
 */
final class Loyalty {
  static final String ANEW = "drawn anew at a restart";
  static final String KEPT = "kept over restarts";
  static final String NONE = "no restarts seen";
  static final String TOO_FEW = "too few restarts to tell";

  private static final double SURE = 0.01;
  private static final double LIKELY = 0.05;

  private final Panel panel;
  private final Centres centres;
  private final FleetSums sums;
  private final Found found;

  private Loyalty(Panel panel, Centres centres, FleetSums sums, Found found) {
    this.panel = panel;
    this.centres = centres;
    this.sums = sums;
    this.found = found;
  }

  /**
   * Tests accepted bands.
   *
   * @param panel the metric without load and common course
   */
  static FleetLoyalty of(Panel panel, Centres centres, FleetSums sums, Found found) {
    return new Loyalty(panel, centres, sums, found).judge();
  }

  private FleetLoyalty judge() {
    List<List<Integer>> lives = lives();
    double[] shares = shares(lives);
    List<Double> chances = new ArrayList<>();
    int changed = 0;
    for (List<Integer> life : lives) {
      for (int i = 1; i < life.size(); i++) {
        int before = band(life.get(i - 1));
        chances.add(1 - shares[before]);
        changed += band(life.get(i)) == before ? 0 : 1;
      }
    }
    double[] each = chances.stream().mapToDouble(Double::doubleValue).toArray();
    double expected = chances.stream().mapToDouble(Double::doubleValue).sum();
    Double kept = each.length == 0 ? null : PoissonBinomial.atMost(each, changed);
    return new FleetLoyalty(
        within(lives), each.length, changed, expected, kept, verdict(each, changed, expected));
  }

  static String verdict(double[] chances, int changed, double expected) {
    if (chances.length == 0) {
      return NONE;
    }
    double fewOrFewer = PoissonBinomial.atMost(chances, changed);
    if (fewOrFewer < SURE && changed <= expected / 3) {
      return KEPT;
    }
    boolean wouldShow = PoissonBinomial.atMost(chances, 0) < SURE;
    return wouldShow && (fewOrFewer >= LIKELY || changed >= expected * 2 / 3) ? ANEW : TOO_FEW;
  }

  /** The lifetimes of each node in a band that have a median, in time order. */
  private List<List<Integer>> lives() {
    List<List<Integer>> lives = new ArrayList<>();
    for (int k = 0; k < centres.nodes().size(); k++) {
      if (found.bandOf().get(k) >= 0) {
        lives.add(
            sums.lifetimesOf(centres.nodes().get(k)).stream().filter(centres::isPlaced).toList());
      }
    }
    return lives;
  }

  private double[] shares(List<List<Integer>> lives) {
    double[] shares = new double[found.parts()];
    lives.forEach(life -> life.forEach(lifetime -> shares[band(lifetime)]++));
    double all = lives.stream().mapToInt(List::size).sum();
    for (int band = 0; band < shares.length; band++) {
      shares[band] /= all;
    }
    return shares;
  }

  private int band(int lifetime) {
    return found.place(centres.of(lifetime));
  }

  private @Nullable Double within(List<List<Integer>> lives) {
    long own = 0;
    long all = 0;
    for (List<Integer> life : lives) {
      for (int lifetime : life) {
        double[] values = panel.values(lifetime);
        int band = band(lifetime);
        for (double value : values) {
          own += found.place(value) == band ? 1 : 0;
        }
        all += values.length;
      }
    }
    return panel.windows() < 2 || all == 0 ? null : (double) own / all;
  }

  static FleetStep step(FleetLoyalty loyalty) {
    Double within = loyalty.withinLifetime();
    Double kept = loyalty.pKept();
    return new FleetStep(
        "loyalty",
        (within == null
                ? ""
                : "lifetimes are in their own band in "
                    + Numbers.percent(within, 1)
                    + " of their windows; ")
            + (kept == null
                ? loyalty.verdict()
                : Numbers.count(loyalty.restarts(), "restart")
                    + ", after which "
                    + loyalty.changed()
                    + " changed the band, where drawing anew would change "
                    + Numbers.significant(loyalty.expectedChanged(), 3)
                    + " (so few or fewer: p "
                    + Numbers.chance(kept)
                    + "): "
                    + loyalty.verdict()),
        "Wang, On the Number of Successes in Independent Trials, 1993");
  }
}
