package dev.foliot.report.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers of a user's own metric, whose size and unit nobody knows: digits that count, no more. */
public final class Figures {
  private static final MathContext SHOWN = new MathContext(4);
  private static final MathContext AXIS = new MathContext(6);
  private static final double LARGE = 1e9;
  private static final double SMALL = 1e-3;

  private Figures() {}

  /** Four digits that count: {@code 0.01234}, {@code 12,340}, {@code 1.234e-5}. */
  public static String of(double value) {
    return text(value, SHOWN);
  }

  /** The same on an axis, where neighbours may differ in a later digit. */
  public static String axis(double value) {
    return text(value, AXIS);
  }

  private static String text(double value, MathContext digits) {
    if (!Double.isFinite(value) || value == 0) {
      return value == 0 ? "0" : Units.NONE;
    }
    BigDecimal rounded = new BigDecimal(value).round(digits).stripTrailingZeros();
    double size = rounded.abs().doubleValue();
    if (size >= LARGE || size < SMALL) {
      // 1.234E-5, as BigDecimal writes it where the point would be far away, in lower case
      int exponent = rounded.precision() - rounded.scale() - 1;
      return rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString()
          + "e"
          + exponent;
    }
    int decimals = Math.max(0, rounded.scale());
    return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
  }

  /** A chance: {@code 0.034}, {@code below 0.001}. */
  public static String chance(double p) {
    return p < 1e-3 ? "below 0.001" : of(p);
  }

  /** A part of one with one decimal. */
  public static String percent(double share) {
    if (!(Math.abs(share) < LARGE)) {
      return of(share * 100) + "\u00a0%";
    }
    return String.format(Locale.ROOT, "%.1f\u00a0%%", share * 100);
  }
}
