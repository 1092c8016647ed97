package dev.foliot.stats;

/**
 * Finds outliers: a few values at either end, separated from all others, and too few for a band.
 *
 * <p>At most two a side count, or one below twenty values. The gap next to them must exceed half
 * the span of the rest, and five of its robust deviations. Two bands widen those deviations. A
 * second, weaker rule therefore uses only the span, to search for bands without such nodes.
 */
final class Outlying {
  private static final int MANY = 20;
  private static final double OF_THE_RANGE = 0.5;
  private static final double DEVIATIONS = 5;

  /** The distance of a normal distribution's quartiles, in deviations. */
  private static final double QUARTILES = 1.349;

  private Outlying() {}

  /**
   * The index of the first value kept, and the index after the last.
   *
   * @param sorted at least three values
   */
  static int[] inside(double[] sorted) {
    return inside(sorted, DEVIATIONS);
  }

  /** The same, without all values separated by the rest's span, whatever its deviations. */
  static int[] withoutSuspects(double[] sorted) {
    return inside(sorted, 0);
  }

  private static int[] inside(double[] sorted, double deviations) {
    int most = sorted.length < MANY ? 1 : 2;
    int from = 0;
    int to = sorted.length;
    boolean peeled = true;
    while (peeled) {
      int below = from;
      int above = to;
      for (int k = most - (sorted.length - to); k > 0 && above == to; k--) {
        double gap = sorted[to - k] - sorted[to - k - 1];
        above = cutOff(sorted, from, to - k, gap, deviations) ? to - k : to;
      }
      to = above;
      for (int k = most - from; k > 0 && below == from; k--) {
        double gap = sorted[from + k] - sorted[from + k - 1];
        below = cutOff(sorted, from + k, to, gap, deviations) ? from + k : from;
      }
      peeled = below > from;
      from = below;
    }
    return new int[] {from, to};
  }

  private static boolean cutOff(double[] sorted, int from, int to, double gap, double deviations) {
    int last = to - from - 1;
    double range = sorted[to - 1] - sorted[from];
    double quartiles = sorted[from + 3 * last / 4] - sorted[from + last / 4];
    return gap > OF_THE_RANGE * range && gap > deviations * quartiles / QUARTILES;
  }
}
