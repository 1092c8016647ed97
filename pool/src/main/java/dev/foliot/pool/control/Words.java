package dev.foliot.pool.control;

import java.util.Locale;

/** Figures as they stand in reasons. */
final class Words {
  private Words() {}

  static String time(double ns) {
    if (Double.isNaN(ns)) {
      return "unknown";
    }
    return ns < 1e3
        ? String.format(Locale.ROOT, "%.0f ns", ns)
        : ns < 1e6
            ? String.format(Locale.ROOT, "%.3g us", ns / 1e3)
            : ns < 1e9
                ? String.format(Locale.ROOT, "%.3g ms", ns / 1e6)
                : String.format(Locale.ROOT, "%.3g s", ns / 1e9);
  }

  static String percent(double share) {
    return Double.isNaN(share) ? "unknown" : Math.round(100 * share) + " %";
  }

  static String perS(double perS) {
    return String.format(Locale.ROOT, "%.4g/s", perS);
  }
}
