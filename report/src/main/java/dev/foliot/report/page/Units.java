package dev.foliot.report.page;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as a person reads them: three digits that count, and the unit with each. */
public final class Units {
  public static final String NONE = "–";
  private static final String[] TIMES = {"ns", "µs", "ms", "s"};
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};
  private static final char SPACE = '\u00a0';

  private Units() {}

  /** A duration of so many nanoseconds, in the unit that suits it. */
  public static String duration(double ns) {
    double value = ns;
    int unit = 0;
    while (unit < TIMES.length - 1 && Math.abs(rounded(value)) >= 1000) {
      value /= 1000;
      unit++;
    }
    return (unit == 0 ? whole(value) : digits(value)) + SPACE + TIMES[unit];
  }

  public static String duration(long ns) {
    return duration((double) ns);
  }

  /** A duration without zeros that say nothing, for axes and what was asked for. */
  public static String shortDuration(double ns) {
    return trimmed(duration(ns));
  }

  /** The same, or a dash where there is none. */
  public static String durationOrNone(@Nullable Long ns) {
    return ns == null ? NONE : duration(ns);
  }

  /** An interval of durations. */
  public static String interval(@Nullable Long lowNs, @Nullable Long highNs) {
    return lowNs == null || highNs == null ? NONE : duration(lowNs) + " to " + duration(highNs);
  }

  /** How many. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** How many of something, which stands in its singular. */
  public static String count(long number, String what) {
    return count(number) + SPACE + what + (number == 1 ? "" : "s");
  }

  /** Messages a second. */
  public static String rate(double perS) {
    return (perS < 100 ? digits(perS) : whole(perS)) + "/s";
  }

  /** A rate on an axis. */
  public static String shortRate(double perS) {
    return shortNumber(perS) + "/s";
  }

  /** A number without a unit. */
  public static String number(double value) {
    boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 100;
    return isWhole ? whole(value) : digits(value);
  }

  /** A number on an axis: {@code 20k} for twenty thousand. */
  public static String shortNumber(double value) {
    double size = Math.abs(value);
    return size >= 1e6
        ? short3(value / 1e6) + "M"
        : size >= 1e4 ? short3(value / 1e3) + "k" : short3(value);
  }

  /** How many CPUs. */
  public static String cores(double cores) {
    return digits(cores) + SPACE + "CPU";
  }

  /** The same on an axis. */
  public static String shortCores(double cores) {
    return short3(cores) + SPACE + "CPU";
  }

  /** An amount of memory, in powers of a thousand. */
  public static String bytes(double bytes) {
    double value = bytes;
    int unit = 0;
    while (unit < BYTES.length - 1 && Math.abs(rounded(value)) >= 1000) {
      value /= 1000;
      unit++;
    }
    return (unit == 0 ? whole(value) : digits(value)) + SPACE + BYTES[unit];
  }

  /** The same on an axis. */
  public static String shortBytes(double bytes) {
    return trimmed(bytes(bytes));
  }

  private static String trimmed(String number) {
    return number.replaceAll("(\\.\\d*?)0+(?=\\D)", "$1").replaceAll("\\.(?=\\D)", "");
  }

  /** A part of one on an axis. */
  public static String shortShare(double share) {
    return short3(share * 100) + SPACE + "%";
  }

  private static String short3(double value) {
    String text = String.format(Locale.ROOT, "%,.3f", value);
    return text.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
  }

  /** A part of one. */
  public static String share(@Nullable Double share) {
    return share == null ? NONE : String.format(Locale.ROOT, "%.2f%c%%", share * 100, SPACE);
  }

  /** How many times as much. */
  public static String ratio(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.3f" : "%,.1f", ratio) + "×";
  }

  /** Seconds into the load. */
  public static String seconds(double s) {
    return String.format(Locale.ROOT, "%.3f%cs", s, SPACE);
  }

  /** Seconds on an axis. */
  public static String shortSeconds(double s) {
    return String.format(Locale.ROOT, "%.3f", s).replaceAll("\\.?0+$", "").replaceAll("^-0$", "0")
        + SPACE
        + "s";
  }

  /** A percentile by its share of one, with as many nines as it has. */
  public static String percentile(double share) {
    double rest = (1 - share) * 100;
    int decimals = rest >= 9.999 ? 0 : Math.max(0, (int) Math.ceil(-Math.log10(rest) + 1 - 1e-9));
    String text = String.format(Locale.ROOT, "%." + Math.min(decimals, 9) + "f", 100 - rest);
    if (text.contains(".")) {
      text = text.replaceAll("\\.?0+$", "");
    }
    return text + SPACE + "%";
  }

  /** The name of a percentile in JSON as a person writes it: {@code p99.9}. */
  public static String percentileName(String name) {
    return name.replace('_', '.');
  }

  private static String digits(double value) {
    double size = Math.abs(value);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static double rounded(double value) {
    return Math.abs(value) < 999.5 ? value : Math.rint(value);
  }
}
