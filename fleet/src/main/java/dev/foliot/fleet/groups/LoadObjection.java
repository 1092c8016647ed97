package dev.foliot.fleet.groups;

import dev.foliot.fleet.level.Centres;
import dev.foliot.fleet.level.LoadCurve;
import dev.foliot.stats.CliffsDelta;
import dev.foliot.stats.Median;
import dev.foliot.store.fleet.FleetObjection;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares bands with the load. If bands differ in load, a curve that is slightly wrong creates
 * them.
 *
 * @param effect Cliff's delta between the loads of neighbouring bands, the greatest, from 0 to 1
 * @param reason why the load may explain the bands; empty if not
 */
public record LoadObjection(double effect, Optional<FleetObjection> reason) {
  /** The loads say nothing about the bands. */
  public static final LoadObjection NONE = new LoadObjection(0, Optional.empty());

  /** Bands whose loads differ by more are bands of the load. */
  private static final double SEPARATES = 0.8;

  private static final double ERRORS = 4;

  /** The error of the curve beyond its standard error, because its form is an assumption. */
  private static final double BENT = 0.2;

  /**
   * Compares.
   *
   * @param load of each lifetime, compared with the others at the same time
   */
  public static LoadObjection to(Found found, Centres centres, double[] load, LoadCurve curve) {
    double effect = 0;
    for (int lower = 0; lower + 1 < found.parts(); lower++) {
      int[] below = found.members(lower);
      int[] above = found.members(lower + 1);
      double[] loadBelow = loads(below, centres, load);
      double[] loadAbove = loads(above, centres, load);
      double delta = Math.abs(CliffsDelta.of(loadAbove, loadBelow));
      effect = Math.max(effect, delta);
      double gap = middle(above, centres) - middle(below, centres);
      double low = Median.of(loadBelow);
      double high = Median.of(loadAbove);
      double wrong =
          Math.max(
              ERRORS * curve.error(high, low),
              BENT * Math.abs(curve.effect(high) - curve.effect(low)));
      if (delta >= SEPARATES && gap <= wrong) {
        return new LoadObjection(
            effect, Optional.of(new FleetObjection(FleetObjection.Kind.LOAD, gap, wrong)));
      }
    }
    return new LoadObjection(effect, Optional.empty());
  }

  /** Whether the load separates bands, so that it may explain them. */
  public boolean separates() {
    return effect >= SEPARATES;
  }

  private static double[] loads(int[] members, Centres centres, double[] load) {
    return IntStream.of(members)
        .mapToDouble(k -> load[centres.lifetime(k)])
        .filter(Double::isFinite)
        .toArray();
  }

  private static double middle(int[] members, Centres centres) {
    return Median.of(
        IntStream.of(members).mapToDouble(k -> centres.of(centres.lifetime(k))).toArray());
  }
}
