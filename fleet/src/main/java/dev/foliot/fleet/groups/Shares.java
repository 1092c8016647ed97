package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.Robust;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.stats.BinomialInterval;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetBand;
import dev.foliot.store.fleet.FleetEighths;
import dev.foliot.store.fleet.FleetMember;
import dev.foliot.store.fleet.FleetPlaces;
import dev.foliot.store.fleet.FleetPlots;
import dev.foliot.store.fleet.FleetStep;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The sizes of the bands, and the eighths that the smallest may be. */
public final class Shares {
  private static final double CONFIDENCE = 0.95;
  private static final double EIGHTH = 0.125;

  private Shares() {}

  /** The bands, the lowest first. */
  public static List<FleetBand> bands(Found found, double[] centres) {
    List<FleetBand> bands = new ArrayList<>();
    for (int band = 0; band < found.parts(); band++) {
      int[] members = found.members(band);
      double[] interval = BinomialInterval.of(members.length, found.placed(), CONFIDENCE);
      double[] levels = IntStream.of(members).mapToDouble(k -> centres[k]).toArray();
      double fitted = found.mixture().get(band).deviation();
      bands.add(
          new FleetBand(
              band,
              members.length,
              (double) members.length / found.placed(),
              interval[0],
              interval[1],
              Median.of(levels),
              // groups that a property or a change makes are not fitted
              fitted > 0 ? fitted : Robust.deviation(levels)));
    }
    return bands;
  }

  /**
   * Which node is in which band, the node in the middle of each, and two nodes to compare.
   *
   * @param loads of each lifetime, compared with the others at the same time
   */
  public static FleetPlaces places(Found found, Centres centres, FleetSums sums, double[] loads) {
    List<String> names = centres.nodes();
    double[] each = centres.ofNodes();
    double[] errors = centres.errorsOfNodes();
    Map<String, Integer> assignments = new LinkedHashMap<>();
    for (int k = 0; k < names.size(); k++) {
      if (found.bandOf().get(k) != FleetPlots.NO_BAND) {
        assignments.put(names.get(k), found.bandOf().get(k));
      }
    }
    return new FleetPlaces(
        assignments,
        found.hasOutliers()
            ? IntStream.of(found.members(FleetPlots.NO_BAND)).mapToObj(names::get).toList()
            : List.of(),
        IntStream.range(0, found.parts())
            .mapToObj(band -> names.get(nearest(found.members(band), each)))
            .toList(),
        IntStream.range(0, names.size())
            .mapToObj(k -> new FleetMember(names.get(k), each[k], errors[k]))
            .toList(),
        Twins.of(sums, centres, found, loads));
  }

  /** The member that is nearest to their median, the first of equals. */
  private static int nearest(int[] members, double[] centres) {
    double middle = Median.of(IntStream.of(members).mapToDouble(k -> centres[k]).toArray());
    return IntStream.of(members)
        .boxed()
        .min(Comparator.comparingDouble(k -> Math.abs(centres[k] - middle)))
        .orElseThrow();
  }

  /**
   * The multiples of 1/8 in a band's interval.
   *
   * <p>The probability of any is that of an interval of width w around a share with uniform
   * distribution on 0 to 1: its end must come within w/2 of one of 1/8 to 7/8. That is 7 w up to a
   * width of 1/8, where the neighbourhoods of the seven meet; then 3/4 + w, until from 1/4 on it is
   * certain.
   */
  public static FleetEighths eighths(FleetBand band) {
    List<Integer> consistent =
        IntStream.rangeClosed(1, 7)
            .filter(k -> k * EIGHTH >= band.shareLow() && k * EIGHTH <= band.shareHigh())
            .boxed()
            .toList();
    return new FleetEighths(consistent, byChance(band.shareHigh() - band.shareLow()));
  }

  static double byChance(double width) {
    return width <= EIGHTH ? 7 * width : Math.min(1, 0.75 + width);
  }

  public static FleetStep step(List<FleetBand> bands, FleetBand smallest) {
    String shares =
        bands.stream()
            .map(band ->
                "group "
                    + band.band()
                    + ": "
                    + Numbers.count(band.nodes(), "node")
                    + ", "
                    + Numbers.percent(band.share(), 1)
                    + " ("
                    + Numbers.percentRange(band.shareLow(), band.shareHigh())
                    + ")")
            .collect(Collectors.joining("; "));
    return new FleetStep(FleetStep.Name.SHARES, shares + "; " + eighths(smallest).words());
  }
}
