package dev.foliot.diagnose.sharing;

import java.util.List;

/** Figures and lists as people read them. */
final class Figures {
  private static final long NANOS_PER_TENTH = 100_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Figures() {}

  /** {@code 12}, {@code 1,234} or {@code 1.2 million}. */
  static String count(double value) {
    if (value >= 999_950) {
      long tenths = Math.round(value / 100_000);
      return grouped(tenths / 10) + "." + tenths % 10 + " million";
    }
    return grouped(Math.round(value));
  }

  /** With its thing, one or more: {@code 1 window}, {@code 2 windows}. */
  static String count(long count, String thing) {
    String plural = thing.endsWith("s") ? thing + "es" : thing + "s";
    return grouped(count) + " " + (count == 1 ? thing : plural);
  }

  /** A share as {@code 12 %}, below ten with a decimal. */
  static String percent(double share) {
    long tenths = Math.round(share * 1_000);
    return tenths >= 100 ? Math.round(share * 100) + " %" : tenths / 10 + "." + tenths % 10 + " %";
  }

  /** {@code 4.9 s}. */
  static String seconds(long nanos) {
    long tenths = Math.round((double) nanos / NANOS_PER_TENTH);
    return tenths / 10 + "." + tenths % 10 + " s";
  }

  /** {@code 61 ms}. */
  static String millis(long nanos) {
    return grouped(Math.round((double) nanos / NANOS_PER_MILLI)) + " ms";
  }

  /** {@code 13.1 us}. */
  static String micros(double nanos) {
    long tenths = Math.round(nanos / 100);
    return tenths / 10 + "." + tenths % 10 + " us";
  }

  /** {@code a, b and c}. */
  static String list(List<String> texts) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      if (i > 0) {
        list.append(i == texts.size() - 1 ? " and " : ", ");
      }
      list.append(texts.get(i));
    }
    return list.toString();
  }

  private static String grouped(long value) {
    String digits = Long.toString(value);
    StringBuilder grouped = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        grouped.append(',');
      }
      grouped.append(digits.charAt(i));
    }
    return grouped.toString();
  }
}
