package dev.foliot.fleet.sums;

import java.util.Arrays;

/**
 * The sums of one lifetime: dense from its first window to its last. Grows until it is published.
 *
 * <p>Its windows come in any order. So the array doubles, up to all windows: one that grew by a
 * window at a time would leave many copies behind.
 */
final class Lifetime {
  private static final int FIELDS = 8;
  private static final int FEW = 4;

  private final int windows;
  private final String node;
  private final String start;
  private final String[] labels;
  private final double[] otherSums;
  private final long[] otherCounts;
  private int first;

  /** The window at which the array begins; it may have room before the first. */
  private int base;

  private double[] sums = {};

  Lifetime(String node, String start, int windows, int labels, int others) {
    this.windows = windows;
    this.node = node;
    this.start = start;
    this.labels = new String[labels];
    Arrays.fill(this.labels, "");
    this.otherSums = new double[others];
    this.otherCounts = new long[others];
  }

  String node() {
    return node;
  }

  String start() {
    return start;
  }

  /** The first window with a point; 0 without any. */
  int firstWindow() {
    return first;
  }

  String label(int label) {
    return labels[label];
  }

  double other(int other) {
    return otherCounts[other] == 0 ? Double.NaN : otherSums[other] / otherCounts[other];
  }

  FleetSums.Cell cell(int window) {
    int at = (window - base) * FIELDS;
    // counts are exact as doubles up to 2^53
    if (at < 0 || at >= sums.length || sums[at] == 0) {
      return FleetSums.Cell.EMPTY;
    }
    return new FleetSums.Cell(
        (long) sums[at],
        sums[at + 1],
        sums[at + 2],
        sums[at + 3],
        sums[at + 4],
        sums[at + 5],
        sums[at + 6],
        sums[at + 7]);
  }

  void addLabel(int label, String value) {
    if (!value.isEmpty() && !labels[label].equals(value)) {
      labels[label] = labels[label].isEmpty() ? value : FleetSums.VARIES;
    }
  }

  void addOther(int other, double sum, long count) {
    otherSums[other] += sum;
    otherCounts[other] += count;
  }

  void add(int window, FleetSums.Cell cell) {
    if (cell.n() == 0) {
      return;
    }
    reach(window);
    int at = (window - base) * FIELDS;
    boolean empty = sums[at] == 0;
    sums[at] += cell.n();
    sums[at + 1] += cell.y();
    sums[at + 2] += cell.yy();
    sums[at + 3] = empty ? cell.min() : Math.min(sums[at + 3], cell.min());
    sums[at + 4] = empty ? cell.max() : Math.max(sums[at + 4], cell.max());
    sums[at + 5] += cell.x();
    sums[at + 6] += cell.xx();
    sums[at + 7] += cell.xy();
  }

  private void reach(int window) {
    int room = sums.length / FIELDS;
    if (room == 0) {
      first = window;
      base = window;
      sums = new double[Math.min(FEW, windows - window) * FIELDS];
      return;
    }
    first = Math.min(first, window);
    if (window >= base && window < base + room) {
      return;
    }
    int from = window < base ? Math.max(0, Math.min(window, base - room)) : base;
    int to = window < base ? base + room : Math.min(windows, Math.max(window + 1, base + 2 * room));
    double[] longer = new double[(to - from) * FIELDS];
    System.arraycopy(sums, 0, longer, (base - from) * FIELDS, sums.length);
    sums = longer;
    base = from;
  }
}
