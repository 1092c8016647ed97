package dev.foliot.checks.peers.pool;

import java.util.Arrays;
import java.util.Locale;

/** Formats figures of several rounds: median (least to most), or "-" without figures. */
final class Cell {
  private Cell() {}

  static String of(double... figures) {
    double[] sorted = Arrays.stream(figures).filter(each -> !Double.isNaN(each)).sorted().toArray();
    if (sorted.length == 0) {
      return "-";
    }
    String median = figure(median(sorted));
    String least = figure(sorted[0]);
    String most = figure(sorted[sorted.length - 1]);
    return least.equals(most) ? median : median + " (" + least + " to " + most + ")";
  }

  /** The median of sorted figures; NaN without figures. */
  static double median(double... sorted) {
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Three significant digits, or all before the point. */
  static String figure(double figure) {
    int digits = figure >= 100 || figure == Math.rint(figure) ? 0 : figure >= 10 ? 1 : 2;
    return String.format(
        Locale.ROOT, "%,." + (figure < 0.1 && figure > 0 ? 3 : digits) + "f", figure);
  }

  /** Text that does not break a table. */
  static String words(String words) {
    return words.replaceAll("\\s+", " ").replace("|", "\\|");
  }
}
