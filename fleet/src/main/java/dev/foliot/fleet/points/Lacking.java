package dev.foliot.fleet.points;

import java.util.Collection;

/**
 * Missing points: a node has none at a regular time when others do.
 *
 * <p>They are counted between a node's first and last window only, because nodes come and go.
 *
 * @param points the approximate number; 0 without a regular step
 * @param stepUs the usual step, in microseconds; 0 for none
 */
record Lacking(long points, long stepUs) {
  /** With a regular step, at most a tenth of the gaps are below this multiple of the median. */
  private static final double REGULAR = 0.9;

  /** Points at the ends of windows may fall into either. */
  private static final double AT_LEAST = 2;

  private static final double SHARE = 0.01;

  /**
   * Counts the missing points.
   *
   * @param gaps between the points of a node
   * @param nodes the points of each node in each window
   */
  static Lacking of(Gaps gaps, Collection<long[]> nodes, long windowUs) {
    long stepUs = gaps.shortUs() >= REGULAR * gaps.usualUs() ? gaps.usualUs() : 0;
    return new Lacking(stepUs == 0 ? 0 : points(nodes, (double) windowUs / stepUs), stepUs);
  }

  /**
   * The missing points of nodes with these counts per window.
   *
   * @param due the points per window without gaps
   */
  static long points(Collection<long[]> nodes, double due) {
    double[] dueIn = due(nodes, due);
    double lacking = 0;
    for (long[] points : nodes) {
      int first = 0;
      int last = points.length - 1;
      while (first < last && points[first] == 0) {
        first++;
      }
      while (last > first && points[last] == 0) {
        last--;
      }
      double expected = 0;
      double less = 0;
      for (int window = first + 1; window < last; window++) {
        expected += dueIn[window];
        less += dueIn[window] - points[window];
      }
      lacking += less >= Math.max(AT_LEAST, SHARE * expected) ? less : 0;
    }
    return Math.round(lacking);
  }

  /**
   * The expected points, at most those of the most complete node. A time without any was not
   * measured.
   */
  private static double[] due(Collection<long[]> nodes, double due) {
    double[] dueIn = new double[nodes.stream().mapToInt(points -> points.length).max().orElse(0)];
    for (int window = 0; window < dueIn.length; window++) {
      int at = window;
      double most = nodes.stream().mapToLong(points -> points[at]).max().orElse(0);
      // windows of the same length may differ by one point
      dueIn[window] = most > due - 1 ? due : most;
    }
    return dueIn;
  }
}
