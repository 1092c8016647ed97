package dev.foliot.cli;

import dev.foliot.text.Shown;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures and foreign texts as a terminal shows them. */
final class Words {
  private static final int LONGEST = 300;

  private Words() {}

  /** A text from outside, without what could command a terminal. */
  static String shown(@Nullable String text) {
    return Shown.text(text, LONGEST);
  }

  /** The end of a text that is too long, where names differ. */
  static String end(String text, int width) {
    int length = text.codePointCount(0, text.length());
    return length <= width
        ? text
        : "..." + text.substring(text.offsetByCodePoints(0, length - width + "...".length()));
  }

  /** Nanoseconds as microseconds, with as many decimals as help. */
  static String micros(@Nullable Long ns) {
    if (ns == null) {
      return "-";
    }
    double us = ns / 1e3;
    int decimals = us < 10 ? 2 : us < 1_000 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", us);
  }

  /** A whole number with thousands set apart. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A rate to the nearest message, or with decimals where it is slow. */
  static String perSecond(double rate) {
    return String.format(Locale.ROOT, rate < 100 ? "%,.2f/s" : "%,.0f/s", rate);
  }
}
