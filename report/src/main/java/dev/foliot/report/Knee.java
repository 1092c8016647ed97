package dev.foliot.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a curve of latency against rate bends upwards: the point farthest below the straight line
 * from the first point to the last, on logarithmic axes [1].
 *
 * <p>[1] Satopää et al., "Finding a 'Kneedle' in a Haystack", 2011, without its smoothing.
 */
final class Knee {
  private static final int FEWEST_POINTS = 4;

  /** A bend shallower than this share of the curve's height is none. */
  private static final double LEAST_BEND = 0.15;

  private Knee() {}

  /**
   * The rate at the knee, or null where there is none.
   *
   * @param points rate and latency, by ascending rate
   */
  static @Nullable Double of(List<double[]> points) {
    if (points.size() < FEWEST_POINTS) {
      return null;
    }
    double[] first = points.getFirst();
    double[] last = points.getLast();
    double width = Math.log(last[0] / first[0]);
    double height = Math.log(last[1] / first[1]);
    if (!(width > 0) || !(height > Math.log(2))) {
      return null;
    }
    double deepest = LEAST_BEND;
    Double knee = null;
    for (double[] point : points) {
      double across = Math.log(point[0] / first[0]) / width;
      double up = Math.log(point[1] / first[1]) / height;
      if (across - up > deepest) {
        deepest = across - up;
        knee = point[0];
      }
    }
    return knee;
  }
}
