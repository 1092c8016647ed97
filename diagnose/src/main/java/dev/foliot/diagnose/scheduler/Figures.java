package dev.foliot.diagnose.scheduler;

import java.util.Locale;

/** Figures as people read them. */
final class Figures {
  private static final double US = 1e3;
  private static final double MS = 1e6;
  private static final double S = 1e9;

  private Figures() {}

  /** {@code 1,234}. */
  static String count(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** With its thing, one or more: {@code 1 look}, {@code 2 looks}. */
  static String count(long count, String thing) {
    return count((double) count) + " " + (count == 1 ? thing : thing + "s");
  }

  /** A share as {@code 12 %}, below ten with a decimal. */
  static String percent(double share) {
    return String.format(Locale.ROOT, share >= 0.0995 ? "%.0f %%" : "%.1f %%", share * 100);
  }

  /** {@code 13.1 us}, {@code 2.4 ms} or {@code 5.0 s}. */
  static String duration(double nanos) {
    if (nanos < MS) {
      return String.format(Locale.ROOT, "%.1f us", nanos / US);
    }
    return nanos < S
        ? String.format(Locale.ROOT, "%.1f ms", nanos / MS)
        : String.format(Locale.ROOT, "%.1f s", nanos / S);
  }

  static String duration(long nanos) {
    return duration((double) nanos);
  }

  /** CPUs with two decimals. */
  static String cpus(double cpus) {
    return String.format(Locale.ROOT, "%.2f", cpus);
  }

  static double millis(double nanos) {
    return nanos / MS;
  }

  static double millis(long nanos) {
    return millis((double) nanos);
  }

  static double micros(long nanos) {
    return nanos / US;
  }
}
