package dev.foliot.fleet;

import java.util.Locale;

/** Parses numbers in the forms of measuring programs. For one thread. */
final class NumberText {
  private static final double[] POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private double value;

  /** The last number; NaN and infinities included. */
  double value() {
    return value;
  }

  /** Parses the text; returns whether it is a number. */
  boolean read(String text) {
    int end = text.length();
    if (end == 0) {
      return false;
    }
    int at = 0;
    char first = text.charAt(0);
    if (first == '-' || first == '+') {
      at = 1;
    }
    // up to 15 digits and a power of ten up to 22 are exact, and so is their quotient's rounding
    long digits = 0;
    int significant = 0;
    int decimals = 0;
    boolean point = false;
    for (; at < end; at++) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        significant++;
        decimals += point ? 1 : 0;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
      if (significant > 15) {
        break;
      }
    }
    if (at == end && significant > 0) {
      double magnitude = digits / POWERS[decimals];
      value = first == '-' ? -magnitude : magnitude;
      return true;
    }
    return readSlowly(text.strip());
  }

  private boolean readSlowly(String text) {
    if (text.isEmpty() || text.length() > 60) {
      return false;
    }
    char last = text.charAt(text.length() - 1);
    if ((last >= '0' && last <= '9') || last == '.') {
      for (int i = 0; i < text.length(); i++) {
        // hexadecimal such as 0x1p3 is not accepted
        if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
          return false;
        }
      }
      try {
        value = Double.parseDouble(text);
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    }
    return readWord(text.toLowerCase(Locale.ROOT));
  }

  private boolean readWord(String word) {
    switch (word) {
      case "nan", "+nan", "-nan" -> value = Double.NaN;
      case "inf", "+inf", "infinity", "+infinity" -> value = Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> value = Double.NEGATIVE_INFINITY;
      default -> {
        return false;
      }
    }
    return true;
  }
}
