package dev.foliot.text;

import java.util.List;
import java.util.Locale;

/** Numbers with their units as people read them in a diagnosis. Stateless. */
public final class Amounts {
  /** Bytes in a MiB. */
  public static final double MIB = 1 << 20;

  private static final double NS_PER_US = 1e3;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;
  private static final double S_PER_MIN = 60;
  private static final double S_PER_H = 3_600;
  private static final double S_PER_DAY = 86_400;

  private Amounts() {}

  /** {@code 12}, {@code 1,234} or {@code 1.2 million}. */
  public static String count(double value) {
    return value >= 999_950 ? number(value / 1e6) + " million" : whole(value);
  }

  /** Rounded to a whole number: {@code 1,234,567}. */
  public static String whole(double value) {
    return String.format(Locale.ROOT, "%,d", Math.round(value));
  }

  /** With its thing, one or more: {@code 1 window}, {@code 2 classes}, {@code 3 entries}. */
  public static String count(long count, String thing) {
    String plural =
        thing.endsWith("s")
            ? thing + "es"
            : thing.endsWith("ry") ? thing.substring(0, thing.length() - 1) + "ies" : thing + "s";
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? thing : plural);
  }

  /** A share from 0 to 1 as {@code 12 %}, below ten with a decimal. */
  public static String percent(double share) {
    long tenths = Math.round(share * 1_000);
    return tenths >= 100
        ? Math.round(share * 100) + " %"
        : String.format(Locale.ROOT, "%.1f %%", tenths / 10.0);
  }

  /** With one decimal and groups of three: {@code 1,234.5}. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }

  /** With two decimals, as numbers of CPUs have. */
  public static String cpus(double cpus) {
    return String.format(Locale.ROOT, "%.2f", cpus);
  }

  /** {@code 4.9 s}. */
  public static String seconds(long nanos) {
    return number(nanos / NS_PER_S) + " s";
  }

  /** {@code 61 ms}. */
  public static String millis(long nanos) {
    return whole(nanos / NS_PER_MS) + " ms";
  }

  /** {@code 13.1 us}. */
  public static String micros(double nanos) {
    return number(nanos / NS_PER_US) + " us";
  }

  /** {@code 13.1 us}, {@code 2.4 ms} or {@code 5.0 s}. */
  public static String duration(double nanos) {
    return nanos < NS_PER_MS
        ? micros(nanos)
        : nanos < NS_PER_S ? number(nanos / NS_PER_MS) + " ms" : number(nanos / NS_PER_S) + " s";
  }

  /** The same of whole nanoseconds. */
  public static String duration(long nanos) {
    return duration((double) nanos);
  }

  /** {@code 31 s}, {@code 12 min}, {@code 3.5 h} or {@code 12 days}. */
  public static String span(double seconds) {
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

  /** {@code 12.3 MiB}. */
  public static String mib(long bytes) {
    return number(bytes / MIB) + " MiB";
  }

  /** {@code 1.2 MiB/s}; below a tenth of that in KiB. */
  public static String mibPerS(double bytesPerS) {
    double mib = bytesPerS / MIB;
    return Math.abs(mib) < 0.1 ? number(bytesPerS / (1 << 10)) + " KiB/s" : number(mib) + " MiB/s";
  }

  /** {@code a, b and c}. */
  public static String list(List<String> texts) {
    return texts.size() < 2
        ? String.join("", texts)
        : String.join(", ", texts.subList(0, texts.size() - 1))
            + " and "
            + texts.get(texts.size() - 1);
  }
}
