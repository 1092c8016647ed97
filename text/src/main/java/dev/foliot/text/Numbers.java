package dev.foliot.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers with their units, as people read them.
 *
 * <p>Measured values have three significant digits: {@code 2.43 us}, {@code 24.3 ms}, {@code 243
 * s}. More digits would claim a precision that measurements here lack. Requested values and axis
 * labels have no trailing zeros: {@code 200 ms}, {@code 20k/s}; these methods begin with {@code
 * short}. In every locale, commas separate thousands and a point marks decimals.
 *
 * <p>Texts are plain ASCII with a space between number and unit. They suit a terminal, a file and
 * JSON; a page may replace the space and the {@code u} of micro. Parameters have their unit in the
 * name; a duration is in nanoseconds unless it says otherwise. All methods are pure and safe for
 * use by several threads.
 */
public final class Numbers {
  private static final String[] TIMES = {"ns", "us", "ms", "s"};
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB"};
  private static final String[] BINARY = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final String PERCENT = " %";
  private static final double LARGE = 1e9;
  private static final double SMALL = 1e-3;
  private static final double MINUTE_S = 60;
  private static final double HOUR_S = 60 * MINUTE_S;
  private static final double DAY_S = 24 * HOUR_S;

  /** A promise of minutes is rounded to these seconds, from these minutes on to minutes. */
  private static final long PROMISE_S = 5;

  private static final long PROMISE_MINUTES = 10;

  private Numbers() {}

  /** Three significant digits without a unit: {@code 2.43}, {@code 24.3}, {@code 2,431}. */
  public static String digits(double value) {
    double size = Math.abs(value);
    return fixed(value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
  }

  /** A number with this many decimals: {@code 1,234.5}. */
  public static String fixed(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** A number, whole or small: {@code 12}, {@code 12.5}, {@code 12,346}, {@code 0.012}. */
  public static String number(double value) {
    double size = Math.abs(value);
    return value == Math.rint(value) || size >= 100
        ? fixed(value, 0)
        : size < 1 ? significant(value, 3) : digits(value);
  }

  /** A number on an axis: {@code 0.25}, {@code 2,000}, {@code 20k}, {@code 2.5M}. */
  public static String shortNumber(double value) {
    double size = Math.abs(value);
    return size >= 1e6
        ? withoutZeros(value / 1e6) + "M"
        : size >= 1e4 ? withoutZeros(value / 1e3) + "k" : withoutZeros(value);
  }

  /**
   * A number of unknown size and unit: {@code 0.01234}, {@code 12,340}, {@code 1.234e-5}.
   *
   * @param digits number of significant digits
   * @return {@code -} for NaN
   */
  public static String significant(double value, int digits) {
    if (!Double.isFinite(value) || value == 0) {
      return value == 0 ? "0" : "-";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
    double size = rounded.abs().doubleValue();
    if (size >= LARGE || size < SMALL) {
      int exponent = rounded.precision() - rounded.scale() - 1;
      return rounded.scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString()
          + "e"
          + exponent;
    }
    return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  /** A count: {@code 12,345}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A count of things: {@code 1 fork}, {@code 12 forks}, {@code 2 losses}. */
  public static String count(long number, String thing) {
    return count(number, thing, thing.endsWith("s") ? thing + "es" : thing + "s");
  }

  /** A count of things with an irregular plural: {@code 1 class}, {@code 3 entries}. */
  public static String count(long number, String one, String several) {
    return count(number) + " " + (number == 1 ? one : several);
  }

  /** An approximate count: {@code 12}, {@code 1,234}, {@code 1.2 million}. */
  public static String about(double number) {
    return number >= 999_950 ? fixed(number / 1e6, 1) + " million" : fixed(number, 0);
  }

  /** A measured duration with a suitable unit: {@code 12 ns}, {@code 2.43 us}. */
  public static String duration(double ns) {
    return scaled(ns, 1000, TIMES);
  }

  /** A measured duration in whole nanoseconds. */
  public static String duration(long ns) {
    return duration((double) ns);
  }

  /** A requested duration, or one on an axis: {@code 200 ms}, {@code 2.5 s}. */
  public static String shortDuration(double ns) {
    return trimmed(duration(ns));
  }

  /** A time on a timeline, to the millisecond: {@code 1.234 s}. */
  public static String moment(double s) {
    return String.format(Locale.ROOT, "%.3f s", s);
  }

  /** A time on an axis: {@code 0.5 s}. */
  public static String shortMoment(double s) {
    return withoutZeros(String.format(Locale.ROOT, "%.3f", s)) + " s";
  }

  /** A long time: {@code 31 s}, {@code 12 min}, {@code 3.5 h}, {@code 12 days}. */
  public static String span(double s) {
    if (s < MINUTE_S) {
      return fixed(s, 0) + " s";
    }
    if (s < HOUR_S) {
      return fixed(s / MINUTE_S, 0) + " min";
    }
    return s < DAY_S ? fixed(s / HOUR_S, 1) + " h" : count(Math.round(s / DAY_S), "day");
  }

  /** A time to wait for: {@code 31 s}, {@code 2 min 35 s}, {@code 12 min}, {@code 3.5 h}. */
  public static String promise(double s) {
    long rounded = Math.round(s / PROMISE_S) * PROMISE_S;
    long minutes = rounded / (long) MINUTE_S;
    long rest = rounded % (long) MINUTE_S;
    return s < MINUTE_S || minutes >= PROMISE_MINUTES
        ? span(s)
        : minutes + " min" + (rest == 0 ? "" : " " + rest + " s");
  }

  /** A rate: {@code 2.50/s}, {@code 12,345/s}. */
  public static String rate(double perS) {
    return (perS < 100 ? digits(perS) : fixed(perS, 0)) + "/s";
  }

  /** A rate to two digits, for a sentence: {@code 37,000/s}, {@code 4.2/s}. */
  public static String aboutRate(double perS) {
    double rounded = BigDecimal.valueOf(perS).round(new MathContext(2)).doubleValue();
    return (rounded < 10 ? shortNumber(rounded) : fixed(rounded, 0)) + "/s";
  }

  /** A requested rate, or one on an axis: {@code 500/s}, {@code 20k/s}. */
  public static String shortRate(double perS) {
    return shortNumber(perS) + "/s";
  }

  /** An amount of memory in powers of 1000: {@code 354 MB}. */
  public static String bytes(double bytes) {
    return scaled(bytes, 1000, BYTES);
  }

  /** The same for whole bytes. */
  public static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  /** The same on an axis: {@code 200 MB}. */
  public static String shortBytes(double bytes) {
    return trimmed(bytes(bytes));
  }

  /** An amount of memory in powers of 1024, as the kernel and the JVM count: {@code 12.3 MiB}. */
  public static String binaryBytes(double bytes) {
    return scaled(bytes, 1024, BINARY);
  }

  /** The same for whole bytes. */
  public static String binaryBytes(long bytes) {
    return binaryBytes((double) bytes);
  }

  /** Number of busy CPUs: {@code 1.25 CPU}. */
  public static String cpus(double cpus) {
    return digits(cpus) + " CPU";
  }

  /** The same on an axis: {@code 0.5 CPU}. */
  public static String shortCpus(double cpus) {
    return withoutZeros(cpus) + " CPU";
  }

  /** A share of one as a percentage: {@code 12 %}, below ten {@code 9.5 %}. */
  public static String percent(double share) {
    return percent(share, Math.abs(share) < 0.0995 ? 1 : 0);
  }

  /** A share of one as a percentage with this many decimals: {@code 12.34 %}. */
  public static String percent(double share, int decimals) {
    return Math.abs(share) < LARGE
        ? String.format(Locale.ROOT, "%." + decimals + "f %%", share * 100)
        : significant(share * 100, 4) + PERCENT;
  }

  /** A range of shares as percentages: {@code 6.6 to 20.8 %}. */
  public static String percentRange(double low, double high) {
    String from = percent(low, 1);
    return from.substring(0, from.length() - PERCENT.length()) + " to " + percent(high, 1);
  }

  /** A share on an axis: {@code 12.5 %}. */
  public static String shortPercent(double share) {
    return withoutZeros(share * 100) + PERCENT;
  }

  /** A relative change, from a share of one: {@code +4.2 %}. */
  public static String change(double share) {
    return signed(share * 100, 1) + PERCENT;
  }

  /** A change with this many decimals: {@code +4.2}. */
  public static String signed(double change, int decimals) {
    return String.format(Locale.ROOT, "%+,." + decimals + "f", change);
  }

  /** A ratio: {@code 1.044x}, {@code 12.5x}. */
  public static String ratio(double ratio) {
    return fixed(ratio, ratio < 10 ? 3 : 1) + "x";
  }

  /** A ratio in a sentence: {@code 1.23 times}, {@code 12.3 times}. */
  public static String times(double ratio) {
    return digits(ratio) + " times";
  }

  /** A probability: {@code 0.034}, {@code below 0.001}. */
  public static String chance(double p) {
    return p < SMALL ? "below 0.001" : significant(p, 4);
  }

  /** A percentile from its share of one, with all its nines: {@code 99.9 %}. */
  public static String percentile(double share) {
    double rest = (1 - share) * 100;
    int decimals = rest >= 9.999 ? 0 : Math.max(0, (int) Math.ceil(-Math.log10(rest) + 1 - 1e-9));
    String text = String.format(Locale.ROOT, "%." + Math.min(decimals, 9) + "f", 100 - rest);
    return (text.contains(".") ? withoutZeros(text) : text) + PERCENT;
  }

  /** The display form of a percentile's name in JSON: {@code p99.9} for {@code p99_9}. */
  public static String percentileName(String name) {
    return name.replace('_', '.');
  }

  /** A measured duration in a column of microseconds, or {@code -}: {@code 2.43}, {@code 243.1}. */
  public static String micros(@Nullable Long ns) {
    if (ns == null) {
      return "-";
    }
    double us = ns / 1e3;
    return fixed(us, us < 10 ? 2 : us < 1000 ? 1 : 0);
  }

  /** A measured duration, or {@code -} if null. */
  public static String durationOrNone(@Nullable Long ns) {
    return ns == null ? "-" : duration(ns);
  }

  /** A list of things in a sentence: {@code a, b and c}. */
  public static String and(List<String> things) {
    int last = things.size() - 1;
    return last < 1
        ? String.join("", things)
        : String.join(", ", things.subList(0, last)) + " and " + things.get(last);
  }

  /**
   * Scales to the largest unit that keeps the value at least one. A whole number gets decimals only
   * after scaling.
   */
  private static String scaled(double value, int step, String[] units) {
    double rest = value;
    int unit = 0;
    while (unit < units.length - 1 && Math.abs(shown(rest)) >= step) {
      rest /= step;
      unit++;
    }
    return (unit == 0 ? number(rest) : digits(rest)) + " " + units[unit];
  }

  /** Anticipates rounding: from 999.5 on, the display moves to the next unit. */
  private static double shown(double value) {
    return Math.abs(value) < 999.5 ? value : Math.rint(value);
  }

  private static String trimmed(String number) {
    return number.replaceAll("(\\.\\d*?)0+(?=\\D)", "$1").replaceAll("\\.(?=\\D)", "");
  }

  private static String withoutZeros(double value) {
    return withoutZeros(fixed(value, 3));
  }

  private static String withoutZeros(String number) {
    return number.replaceAll("\\.?0+$", "").replaceAll("^-0$", "0");
  }
}
