package dev.foliot.stats;

/**
 * The few at either end that are cut off from all others, and are no band of their own.
 *
 * <p>At most two a side, one where there are fewer than twenty: they are cut off where the gap next
 * to them is wider than half of what all the rest spans, and than five of its robust deviations.
 * Two bands make those deviations wide: so there is a second, weaker notion, that asks for the span
 * only, for a look at whether bands show without such nodes.
 */
final class Outlying {
  private static final int MANY = 20;
  private static final double OF_THE_RANGE = 0.5;
  private static final double DEVIATIONS = 5;

  /** The distance of a normal distribution's quartiles, in deviations. */
  private static final double QUARTILES = 1.349;

  private Outlying() {}

  /**
   * The indexes of the first that stays and after the last.
   *
   * @param sorted at least three values
   */
  static int[] inside(double[] sorted) {
    return inside(sorted, DEVIATIONS);
  }

  /** Likewise, without all that are cut off by what the rest spans, whatever its deviations are. */
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
