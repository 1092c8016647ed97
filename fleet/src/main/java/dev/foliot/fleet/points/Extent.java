package dev.foliot.fleet.points;

/**
 * The amount of data and its time range.
 *
 * @param rows of {@code raw}
 * @param named the rows with a node
 * @param timed the rows with a time
 * @param nodes the number of different nodes
 * @param firstUs the first time
 * @param lastUs the last
 */
record Extent(long rows, long named, long timed, long nodes, long firstUs, long lastUs) {
  private static final int MOST_WINDOWS = 64;

  /** The minimum number of points per window for a usable mean. */
  private static final int POINTS_A_WINDOW = 4;

  /** A few points still get separate times. */
  private static final int FEW = 8;

  /** A copy with a shorter time range. */
  Extent within(long fromUs, long toUs) {
    return new Extent(rows, named, timed, nodes, fromUs, toUs);
  }

  /** A copy with fewer nodes. */
  Extent less(int lost) {
    return new Extent(rows, named, timed, nodes - lost, firstUs, lastUs);
  }

  /** A copy with another number of nodes. */
  Extent of(long other) {
    return new Extent(rows, named, timed, other, firstUs, lastUs);
  }

  /** Whether differences of times do not overflow. */
  boolean isCountable() {
    return (double) lastUs - firstUs < Long.MAX_VALUE / 2.0;
  }

  /** The number of time windows if all nodes live all the time. */
  int windows(long points) {
    return windows(points, ((double) lastUs - firstUs) * nodes);
  }

  /**
   * The number of time windows.
   *
   * @param points of all nodes
   * @param livedUs the time from the first point to the last of a node, summed over nodes
   */
  int windows(long points, double livedUs) {
    if (lastUs == firstUs) {
      return 1;
    }
    // pods that live two hours of a day have points for a twelfth of it
    double lived = Math.clamp(livedUs / Math.max(1, nodes) / ((double) lastUs - firstUs), 1e-3, 1);
    long each = Math.round(points / lived / Math.max(1, nodes));
    long windows = Math.max(Math.min(each, FEW), each / POINTS_A_WINDOW);
    return (int) Math.max(1, Math.min(Math.min(windows, MOST_WINDOWS), lastUs - firstUs + 1));
  }

  /** The window's length: the shortest that reaches the last point. */
  long windowUs(int windows) {
    return (lastUs - firstUs) / windows + 1;
  }
}
