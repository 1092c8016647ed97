package dev.foliot.fleet;

import dev.foliot.stats.CliffsDelta;
import dev.foliot.stats.Median;
import dev.foliot.text.Numbers;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Checks whether the load explains bands. If they differ in load, a slightly wrong slope creates
 * them.
 */
final class LoadObjection {
  /** Bands whose loads differ by more are bands of the load. */
  private static final double SEPARATES = 0.8;

  private static final double ERRORS = 4;

  /**
   * The error of a slope beyond its standard error, because costs may not be linear in the load.
   */
  private static final double BENT = 0.2;

  private LoadObjection() {}

  /**
   * Why the load may explain the bands; empty if not.
   *
   * @param load of each lifetime, or 1/load
   */
  static Optional<String> to(Found found, Centres centres, double[] load, Slope slope) {
    double wrong = Math.max(ERRORS * slope.error(), BENT * Math.abs(slope.slope()));
    for (int lower = 0; lower + 1 < found.parts(); lower++) {
      int[] below = found.members(lower);
      int[] above = found.members(lower + 1);
      double[] loadBelow = loads(below, centres, load);
      double[] loadAbove = loads(above, centres, load);
      double gap = middle(above, centres) - middle(below, centres);
      double loadGap = Math.abs(Median.of(loadAbove) - Median.of(loadBelow));
      if (Math.abs(CliffsDelta.of(loadAbove, loadBelow)) >= SEPARATES && gap <= wrong * loadGap) {
        return Optional.of(
            "the groups are those of the load, and the gap of "
                + Numbers.significant(gap, 3)
                + " that is left between them is within what a slope slightly off would leave ("
                + Numbers.significant(wrong * loadGap, 3)
                + ")");
      }
    }
    return Optional.empty();
  }

  private static double[] loads(int[] members, Centres centres, double[] load) {
    return IntStream.of(members).mapToDouble(k -> load[centres.lifetime(k)]).toArray();
  }

  private static double middle(int[] members, Centres centres) {
    return Median.of(
        IntStream.of(members).mapToDouble(k -> centres.of(centres.lifetime(k))).toArray());
  }
}
