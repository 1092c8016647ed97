package dev.foliot.fleet;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them, and as a page needs them. */
final class Digits {
  private static final MathContext THREE = new MathContext(3);
  private static final MathContext FIVE = new MathContext(5);

  private Digits() {}

  /** Three significant digits: {@code 0.0523}, {@code 1230}, {@code 1.20e-9}. */
  static String of(double value) {
    double size = Math.abs(value);
    if (!Double.isFinite(value) || value == 0) {
      return value == 0 ? "0" : "unknown";
    }
    if (size >= 1e7 || size < 1e-4) {
      return String.format(Locale.ROOT, "%.2e", value);
    }
    return BigDecimal.valueOf(value).round(THREE).stripTrailingZeros().toPlainString();
  }

  /** {@code 12.5 %}. */
  static String percent(double share) {
    return hundredths(share) + " %";
  }

  /** A share in percent without the sign: {@code 12.5}. */
  static String hundredths(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  /** A p-value, after the word p: {@code = 0.031}, {@code < 0.0001}. */
  static String chance(double p) {
    return p < 1e-4 ? "< 0.0001" : "= " + of(p);
  }

  /** {@code 1 node}, {@code 12 nodes}. */
  static String count(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }

  /** Five significant digits: enough to draw. */
  static double drawn(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(FIVE).doubleValue() : value;
  }
}
