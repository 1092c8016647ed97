package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats lengths of time: {@code NUMBER(ns|us|ms|s|min|h)}.
 *
 * <p>A bare number is refused: a guessed unit can be wrong by a factor of a thousand.
 */
public final class TimeSpan {
  private static final Pattern TEXT =
      Pattern.compile("(?<number>\\d{1,19}(?:\\.\\d{1,9})?)(?<unit>[a-zµ]*)");

  /** A whole number of so many digits fits into a long. */
  private static final int SHORT = 18;

  private TimeSpan() {}

  /**
   * Reads a length of time.
   *
   * @return nanoseconds, 0 to {@link Long#MAX_VALUE}
   * @throws BadOptionException if the text is not a number with a unit, finer than a nanosecond, or
   *     does not fit
   */
  public static long parseNs(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadOptionException(
          "'"
              + Shown.text(text)
              + "' is not a length of time: write a number with a unit, as in 5s");
    }
    String unit = matcher.group("unit");
    if (unit.isEmpty()) {
      throw new BadOptionException(
          "'"
              + Shown.text(text)
              + "' lacks a unit: write "
              + text.strip()
              + "s or "
              + text.strip()
              + "ms");
    }
    String number = matcher.group("number");
    if (number.length() <= SHORT && number.indexOf('.') < 0) {
      // most are; loading BigDecimal takes 20 ms
      long whole = Long.parseLong(number);
      if (whole <= Long.MAX_VALUE / unitNs(unit)) {
        return whole * unitNs(unit);
      }
    }
    BigDecimal ns = new BigDecimal(number).multiply(BigDecimal.valueOf(unitNs(unit)));
    if (ns.stripTrailingZeros().scale() > 0) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' is finer than a nanosecond: write fewer digits");
    }
    if (ns.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new BadOptionException("'" + Shown.text(text) + "' is too long: at most 292 years");
    }
    return ns.longValueExact();
  }

  static long unitNs(String unit) {
    return switch (unit) {
      case "ns" -> 1;
      case "us", "µs" -> 1_000;
      case "ms" -> 1_000_000;
      case "s" -> 1_000_000_000;
      case "min" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default ->
          throw new BadOptionException(
              "'" + Shown.text(unit) + "' is not a unit of time: use ns, us, ms, s, min or h");
    };
  }

  /** Formats a length of time in the largest unit that keeps it exact. */
  public static String format(long ns) {
    String[] units = {"h", "min", "s", "ms", "us"};
    for (String unit : units) {
      if (ns != 0 && ns % unitNs(unit) == 0) {
        return ns / unitNs(unit) + unit;
      }
    }
    return ns == 0 ? "0s" : ns + "ns";
  }
}
