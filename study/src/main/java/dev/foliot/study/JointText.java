package dev.foliot.study;

import java.util.Locale;

/** Figures in words as answers of several studies have them: three digits that count. Stateless. */
public final class JointText {
  private static final String[] TIMES = {"ns", "\u00b5s", "ms", "s"};
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};

  private JointText() {}

  /** {@code 1,000/s}. */
  public static String rate(double perS) {
    return (perS < 100 ? digits(perS) : whole(perS)) + "/s";
  }

  /** A number without a unit. */
  public static String number(double value) {
    boolean isWhole = value == Math.rint(value) || Math.abs(value) >= 100;
    return isWhole ? whole(value) : digits(value);
  }

  /** An amount of memory, in powers of a thousand. */
  public static String bytes(double bytes) {
    return scaled(bytes, BYTES);
  }

  /** A length of time without zeros that say nothing. */
  public static String shortTime(double ns) {
    return scaled(ns, TIMES).replaceAll("(\\.\\d*?)0+(?=\\D)", "$1").replaceAll("\\.(?=\\D)", "");
  }

  private static String scaled(double of, String[] units) {
    double value = of;
    int unit = 0;
    while (unit < units.length - 1 && Math.abs(rounded(value)) >= 1000) {
      value /= 1000;
      unit++;
    }
    return (unit == 0 ? whole(value) : digits(value)) + " " + units[unit];
  }

  private static double rounded(double value) {
    return Math.abs(value) < 999.5 ? value : Math.rint(value);
  }

  private static String digits(double value) {
    double size = Math.abs(value);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
