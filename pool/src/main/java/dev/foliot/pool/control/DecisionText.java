package dev.foliot.pool.control;

/** Formats figures for reasons. Stateless. */
public final class DecisionText {
  private static final int MOST_DECIMALS = 6;

  private DecisionText() {}

  /** A duration in nanoseconds with three digits and its unit. */
  public static String time(double ns) {
    if (Double.isNaN(ns)) {
      return "unknown";
    }
    return ns < 1e3
        ? figure(ns, 0) + " ns"
        : ns < 1e6
            ? figure(ns / 1e3, 3) + " us"
            : ns < 1e9 ? figure(ns / 1e6, 3) + " ms" : figure(ns / 1e9, 3) + " s";
  }

  static String percent(double share) {
    return Double.isNaN(share) ? "unknown" : Math.round(100 * share) + " %";
  }

  static String perS(double perS) {
    return figure(perS, 4) + "/s";
  }

  /**
   * Formats a figure of 0 or more with this many significant digits, and all digits before the
   * point. A formatter's patterns take as long as the rest of a look.
   */
  static String figure(double value, int digits) {
    if (value == 0) {
      return "0";
    }
    int decimals = 0;
    double scale = 1;
    while (decimals < MOST_DECIMALS && value * scale * 10 < Math.pow(10, digits)) {
      decimals++;
      scale *= 10;
    }
    long scaled = Math.round(value * scale);
    String text = Long.toString(scaled);
    if (decimals == 0) {
      return text;
    }
    String padded = "0".repeat(Math.max(0, decimals + 1 - text.length())) + text;
    int point = padded.length() - decimals;
    return padded.substring(0, point) + "." + padded.substring(point);
  }
}
