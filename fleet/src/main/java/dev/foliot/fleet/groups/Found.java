package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Robust;
import dev.foliot.stats.Bands;
import dev.foliot.stats.Median;
import dev.foliot.stats.NormalMixture;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The partition of the nodes' medians into bands.
 *
 * @param parts the number of bands
 * @param bandOf the band of each node, {@link FleetPlots#NO_BAND} for an outlier
 * @param boundaries between neighbouring bands, ascending
 * @param mixture as fitted, the lowest first
 * @param pTwo the p-value of one band against more
 * @param pThree of two bands against three
 * @param separation the least Ashman's D of neighbouring bands; NaN for one
 */
public record Found(
    int parts,
    List<Integer> bandOf,
    List<Double> boundaries,
    List<FleetPlots.Component> mixture,
    double pTwo,
    double pThree,
    double separation) {
  /**
   * The significance level for two bands; docs/evidence/fleet.md compares other levels. Three bands
   * need a fifth of it.
   */
  static final double LEVEL = 0.005;

  /** From this number of nodes on a group of an eighth can be found. */
  public static final int ENOUGH = 20;

  private static final int FEWEST_APART = 2;
  private static final int MOST = 3;

  public Found {
    bandOf = List.copyOf(bandOf);
    boundaries = List.copyOf(boundaries);
    mixture = List.copyOf(mixture);
  }

  /** Uses {@link Bands}; one band if all medians are equal. */
  public static Found of(double[] centres, double[] errors, long seed) {
    if (Arrays.stream(centres).distinct().count() < 2) {
      return one(centres, Collections.nCopies(centres.length, 0), 1);
    }
    Bands.Result result = Bands.find(centres, errors, LEVEL, seed);
    NormalMixture mixture = result.mixture();
    List<FleetPlots.Component> components = new ArrayList<>();
    for (int part = 0; part < result.parts(); part++) {
      components.add(
          new FleetPlots.Component(
              mixture.weights()[part], mixture.means()[part], mixture.deviations()[part]));
    }
    return new Found(
        result.parts(),
        IntStream.of(result.partOf()).boxed().toList(),
        Arrays.stream(result.boundaries()).boxed().toList(),
        components,
        result.pTwo(),
        result.pThree(),
        result.separation());
  }

  /** Nodes with a property as band 1, the others as band 0: nothing is tested. */
  public static Found split(List<Boolean> has) {
    FleetPlots.Component part = new FleetPlots.Component(0.5, 0, 0);
    return new Found(
        2,
        has.stream().map(one -> one ? 1 : 0).toList(),
        List.of(0.5),
        List.of(part, part),
        1,
        1,
        Double.NaN);
  }

  /** The result for too few nodes: none is in a band. */
  public static Found nothing(int nodes) {
    return new Found(
        0, Collections.nCopies(nodes, FleetPlots.NO_BAND), List.of(), List.of(), 1, 1, Double.NaN);
  }

  /** The same nodes as one band, if the bands are rejected; outliers stay. */
  Found asOne(double[] centres) {
    return parts <= 1
        ? this
        : one(centres, bandOf.stream().map(band -> Math.min(band, 0)).toList(), pTwo);
  }

  /**
   * A band that has several levels itself, where there are as many bands as can be found; -1 for
   * none.
   */
  public int several(double[] centres, double[] errors, long seed) {
    for (int band = 0; parts == MOST && band < parts; band++) {
      int[] members = members(band);
      if (members.length >= ENOUGH
          && of(
                      IntStream.of(members).mapToDouble(k -> centres[k]).toArray(),
                      IntStream.of(members).mapToDouble(k -> errors[k]).toArray(),
                      seed)
                  .parts()
              > 1) {
        return band;
      }
    }
    return -1;
  }

  private static Found one(double[] centres, List<Integer> bandOf, double pTwo) {
    double[] members =
        IntStream.range(0, centres.length)
            .filter(k -> bandOf.get(k) >= 0)
            .mapToDouble(k -> centres[k])
            .toArray();
    return new Found(
        1,
        bandOf,
        List.of(),
        List.of(new FleetPlots.Component(1, Median.of(members), Robust.deviation(members))),
        pTwo,
        1,
        Double.NaN);
  }

  /** The band of a median. */
  int place(double centre) {
    int band = 0;
    while (band < boundaries.size() && centre > boundaries.get(band)) {
      band++;
    }
    return band;
  }

  /**
   * The number of nodes that stand apart if the nodes of one band are too few to tell; 0 for none.
   *
   * <p>Among few nodes a gap wider than all else on either side is no proof of two populations, but
   * one population is no answer either.
   */
  public int apart(double[] centres) {
    double[] sorted =
        IntStream.range(0, centres.length)
            .filter(k -> bandOf.get(k) >= 0)
            .mapToDouble(k -> centres[k])
            .sorted()
            .toArray();
    int apart = 0;
    for (int cut = FEWEST_APART; parts == 1 && cut <= sorted.length - FEWEST_APART; cut++) {
      double gap = sorted[cut] - sorted[cut - 1];
      double below = sorted[cut - 1] - sorted[0];
      double above = sorted[sorted.length - 1] - sorted[cut];
      if (sorted.length < ENOUGH && gap > Math.max(below, above)) {
        apart = Math.min(cut, sorted.length - cut);
      }
    }
    return apart;
  }

  /** The nodes of a band, in order. */
  public int[] members(int band) {
    return IntStream.range(0, bandOf.size()).filter(k -> bandOf.get(k) == band).toArray();
  }

  /** The number of nodes in any band. */
  int placed() {
    return (int) bandOf.stream().filter(band -> band >= 0).count();
  }

  /** The band with the fewest nodes, the lowest of equals. */
  public int smallest() {
    int smallest = 0;
    for (int band = 1; band < parts; band++) {
      if (members(band).length < members(smallest).length) {
        smallest = band;
      }
    }
    return smallest;
  }

  /**
   * The search in words.
   *
   * @param dip the p-value of Hartigan's dip
   */
  public FleetStep step(double dip) {
    int outliers = bandOf.size() - placed();
    return new FleetStep(
        FleetStep.Name.GROUPS,
        "one population against two: p "
            + Numbers.chance(pTwo)
            + (parts > 1 ? "; two against three: p " + Numbers.chance(pThree) : "")
            + ", held to "
            + Numbers.significant(LEVEL, 3)
            + (parts > 1 ? " and a fifth of it" : "")
            + (parts > 1
                ? "; " + parts + " groups, Ashman's D " + Numbers.significant(separation, 3)
                : "; one group")
            + (outliers == 0 ? "" : "; " + Numbers.count(outliers, "outlier"))
            + "; Hartigan's dip, which decides nothing: p "
            + Numbers.chance(dip));
  }

  public boolean hasOutliers() {
    return parts > 0 && placed() < bandOf.size();
  }
}
