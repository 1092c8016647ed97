package dev.foliot.cli;

import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers of a metric whose size and unit nobody knows, as a terminal shows them. */
final class FleetFigures {
  private static final MathContext DIGITS = new MathContext(4);
  private static final double LARGE = 1e9;
  private static final double SMALL = 1e-3;
  private static final int LONGEST = 2_000;

  private FleetFigures() {}

  /** Four digits that count: {@code 0.01234}, {@code 12,340}, {@code 1.234e-5}. */
  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    double size = rounded.abs().doubleValue();
    if (size >= LARGE || size < SMALL) {
      int exponent = rounded.precision() - rounded.scale() - 1;
      return rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString()
          + "e"
          + exponent;
    }
    return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  /** A part of one: {@code 12.5 %}. */
  static String percent(double share) {
    return hundredth(share) + " %";
  }

  /** From one part to another: {@code 6.6 to 20.8 %}. */
  static String interval(double low, double high) {
    return hundredth(low) + " to " + percent(high);
  }

  private static String hundredth(double share) {
    return Math.abs(share) < LARGE
        ? String.format(Locale.ROOT, "%.1f", share * 100)
        : of(share) + " * 100";
  }

  /** A chance: {@code 0.034}, {@code below 0.001}. */
  static String chance(double p) {
    return p < SMALL ? "below 0.001" : of(p);
  }

  /** A sentence or two, from outside in part. */
  static String line(String text) {
    return Shown.text(text, LONGEST);
  }
}
