package dev.foliot.diagnose.memory;

import java.util.Locale;

/** Amounts of memory and spans of time as people read them. */
final class Amounts {
  static final double MIB = 1 << 20;

  private static final double NS_PER_S = 1e9;
  private static final double S_PER_MIN = 60;
  private static final double S_PER_H = 3600;
  private static final double S_PER_DAY = 86_400;
  private static final double HUNDRED = 100;

  private Amounts() {}

  /** {@code 12.3 MiB}. */
  static String mib(long bytes) {
    return number(bytes / MIB) + " MiB";
  }

  /** {@code 1.2 MiB/s}; below a tenth of that in KiB. */
  static String perS(double bytesPerS) {
    double mib = bytesPerS / MIB;
    return Math.abs(mib) < 0.1 ? number(bytesPerS / (1 << 10)) + " KiB/s" : number(mib) + " MiB/s";
  }

  /** {@code 12 %}, below ten with a decimal. */
  static String percent(double share) {
    double percent = share * HUNDRED;
    return percent < 10 ? number(percent) + " %" : String.format(Locale.ROOT, "%.0f %%", percent);
  }

  /** {@code 4.9 s}. */
  static String seconds(long ns) {
    return number(ns / NS_PER_S) + " s";
  }

  /** {@code 31 s}, {@code 12 min}, {@code 3.5 h} or {@code 12 days}. */
  static String span(double seconds) {
    if (seconds < S_PER_MIN) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    if (seconds < S_PER_H) {
      return String.format(Locale.ROOT, "%.0f min", seconds / S_PER_MIN);
    }
    return seconds < S_PER_DAY
        ? number(seconds / S_PER_H) + " h"
        : String.format(Locale.ROOT, "%,.0f days", seconds / S_PER_DAY);
  }

  /** With one decimal and groups of three. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** {@code 1,234 threads}, or {@code 1 thread}. */
  static String count(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
