package dev.foliot.apps.service;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written on a command line and in a query: {@code 2ms}, {@code 0.05ms}. */
public final class TimeSpan {
  private static final Pattern WRITTEN =
      Pattern.compile("(?<number>[0-9]{1,12}(?:\\.[0-9]{1,9})?)(?<unit>us|ms|s|min|h)");
  private static final Map<String, BigDecimal> UNIT_NS =
      Map.of(
          "us", new BigDecimal(1_000),
          "ms", new BigDecimal(1_000_000),
          "s", new BigDecimal(1_000_000_000),
          "min", new BigDecimal(60_000_000_000L),
          "h", new BigDecimal(3_600_000_000_000L));

  private TimeSpan() {}

  /**
   * Nanoseconds, rounded down.
   *
   * @throws IllegalArgumentException if it is no duration, or outside the range; the message is one
   *     line with the fix
   */
  public static long parseNs(String written, String least, String most) {
    long ns = parseNs(written);
    if (ns < parseNs(least) || ns > parseNs(most)) {
      throw new IllegalArgumentException(
          written + " is out of range: choose " + least + " to " + most);
    }
    return ns;
  }

  private static long parseNs(String written) {
    Matcher matcher = WRITTEN.matcher(written);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + Shown.text(written)
              + "' is no duration: write a number and us, ms, s, min or h, for example 2ms");
    }
    BigDecimal ns =
        new BigDecimal(matcher.group("number"))
            .multiply(UNIT_NS.getOrDefault(matcher.group("unit"), BigDecimal.ONE));
    return ns.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
  }
}
