package dev.foliot.fleet;

import java.sql.SQLException;

/**
 * How much data there is, and over which time.
 *
 * @param rows of {@code raw}
 * @param named of those, which name a node
 * @param timed of those, which have a time
 * @param nodes how many different ones
 * @param firstUs the first time
 * @param lastUs the last
 */
record Extent(long rows, long named, long timed, long nodes, long firstUs, long lastUs) {
  private static final int MOST_WINDOWS = 64;

  /** With at least so many points in each window its mean is worth something. */
  private static final int POINTS_A_WINDOW = 4;

  /** Few points are still told apart in time. */
  private static final int FEW = 8;

  static Extent of(Engine engine) throws SQLException {
    long[] numbers =
        engine.numbers(
            "SELECT COUNT(*), COUNT(node), COUNT(us), COUNT(DISTINCT node), MIN(us), MAX(us) FROM"
                + " raw");
    return new Extent(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
  }

  /** The same rows, but for a shorter time. */
  Extent within(long fromUs, long toUs) {
    return new Extent(rows, named, timed, nodes, fromUs, toUs);
  }

  /** The same, of fewer nodes. */
  Extent less(int lost) {
    return new Extent(rows, named, timed, nodes - lost, firstUs, lastUs);
  }

  /** Whether the time can be counted at all: no difference of times overflows. */
  boolean isCountable() {
    return (double) lastUs - firstUs < Long.MAX_VALUE / 2.0;
  }

  /**
   * Into how many windows the time is cut.
   *
   * @param points of all nodes
   */
  int windows(long points) {
    if (lastUs == firstUs) {
      return 1;
    }
    long each = points / Math.max(1, nodes);
    long windows = Math.max(Math.min(each, FEW), each / POINTS_A_WINDOW);
    return (int) Math.max(1, Math.min(Math.min(windows, MOST_WINDOWS), lastUs - firstUs + 1));
  }

  /** How long each is: the shortest that reaches the last point. */
  long windowUs(int windows) {
    return (lastUs - firstUs) / windows + 1;
  }
}
