package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Panel;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.PoissonBinomial;
import dev.foliot.store.fleet.FleetLoyalty;
import dev.foliot.store.fleet.FleetLoyalty.Verdict;
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
 * Too few changes mean that nodes keep their band. Too many mean that the restart itself changes
 * it, as a deploy does. Restarts at which a label that explains the bands changes say nothing about
 * chance, so only the others are tested.
 */
public final class Loyalty {
  private static final double SURE = 0.01;
  private static final double LIKELY = 0.05;

  /** The least share of changes with a label. */
  private static final double MOSTLY = 0.5;

  private final Panel panel;
  private final Centres centres;
  private final FleetSums sums;
  private final Found found;
  private final List<Integer> labels;

  private Loyalty(Panel panel, Centres centres, FleetSums sums, Found found, List<Integer> labels) {
    this.panel = panel;
    this.centres = centres;
    this.sums = sums;
    this.found = found;
    this.labels = labels;
  }

  /**
   * Tests accepted bands.
   *
   * @param panel the metric without load and common course
   * @param labels the numbers of the labels that explain the bands
   */
  public static FleetLoyalty of(
      Panel panel, Centres centres, FleetSums sums, Found found, List<Integer> labels) {
    return new Loyalty(panel, centres, sums, found, labels).judge();
  }

  private FleetLoyalty judge() {
    List<List<Integer>> lives = lives();
    double[] shares = shares(lives);
    Restarts plain = new Restarts();
    Restarts labelled = new Restarts();
    for (List<Integer> life : lives) {
      for (int i = 1; i < life.size(); i++) {
        int before = band(life.get(i - 1));
        boolean changed = band(life.get(i)) != before;
        (isLabelled(life.get(i - 1), life.get(i)) ? labelled : plain)
            .add(1 - shares[before], changed);
      }
    }
    Restarts all = plain.and(labelled);
    return new FleetLoyalty(
        within(lives),
        all.chances.size(),
        all.changed,
        all.expected(),
        all.chances.isEmpty() ? null : all.soFew(),
        verdict(plain, labelled));
  }

  private boolean isLabelled(int before, int after) {
    return labels.stream()
        .anyMatch(label -> !sums.label(label, before).equals(sums.label(label, after)));
  }

  private static Verdict verdict(Restarts plain, Restarts labelled) {
    boolean follows = labelled.changed > 0 && labelled.changed >= MOSTLY * labelled.chances.size();
    Verdict verdict = plain.verdict();
    return follows && verdict != Verdict.ANEW && verdict != Verdict.CHANGED
        ? Verdict.LABELLED
        : verdict;
  }

  /** Restarts with the probability of a change under reassignment, and the number of changes. */
  static final class Restarts {
    private final List<Double> chances = new ArrayList<>();
    private int changed;

    void add(double chance, boolean isChange) {
      chances.add(chance);
      changed += isChange ? 1 : 0;
    }

    private Restarts and(Restarts others) {
      Restarts all = new Restarts();
      all.chances.addAll(chances);
      all.chances.addAll(others.chances);
      all.changed = changed + others.changed;
      return all;
    }

    private double expected() {
      return chances.stream().mapToDouble(Double::doubleValue).sum();
    }

    private double[] each() {
      return chances.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The probability of so few changes, or fewer. */
    private double soFew() {
      return PoissonBinomial.atMost(each(), changed);
    }

    Verdict verdict() {
      if (chances.isEmpty()) {
        return Verdict.NONE;
      }
      double few = soFew();
      if (few < SURE && changed <= expected() / 3) {
        return Verdict.KEPT;
      }
      double many = changed == 0 ? 1 : 1 - PoissonBinomial.atMost(each(), changed - 1);
      if (many < SURE && chances.size() - changed <= (chances.size() - expected()) / 3) {
        return Verdict.CHANGED;
      }
      boolean wouldShow = PoissonBinomial.atMost(each(), 0) < SURE;
      boolean asByChance = few >= LIKELY || changed >= expected() * 2 / 3;
      return wouldShow && asByChance && many >= SURE ? Verdict.ANEW : Verdict.TOO_FEW;
    }
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

  public static FleetStep step(FleetLoyalty loyalty) {
    Double within = loyalty.withinLifetime();
    Double kept = loyalty.pKept();
    return new FleetStep(
        FleetStep.Name.PERSISTENCE,
        (within == null
                ? ""
                : "lifetimes are in their own group in "
                    + Numbers.percent(within, 1)
                    + " of their windows; ")
            + (kept == null
                ? loyalty.verdict().shown()
                : Numbers.count(loyalty.restarts(), "restart")
                    + ", after which "
                    + loyalty.changed()
                    + " changed the group; if each reassigned it, expected "
                    + Numbers.significant(loyalty.expectedChanged(), 3)
                    + " (so few or fewer: p "
                    + Numbers.chance(kept)
                    + "): "
                    + loyalty.verdict().shown()));
  }
}
