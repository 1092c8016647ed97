package dev.foliot.bench;

import dev.foliot.text.Shown;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A rate of arrivals: a number of messages in a period, in lowest terms.
 *
 * <p>It is a fraction since a rate of 3 per second has no whole interval, and rounded intervals
 * drift.
 *
 * @param messages number of messages, at least 1
 * @param periodNs length of the period in nanoseconds, at least 1
 */
public record Rate(long messages, long periodNs) {
  private static final Pattern TEXT =
      Pattern.compile("(?<number>[-+]?[0-9.eE+-]+)(?<scale>[kM]?)(?:/(?<unit>s|min|h))?");
  private static final Pattern FRACTION = Pattern.compile("(\\d{1,19})/(\\d{1,19})ns");
  private static final long SECOND_NS = 1_000_000_000;
  private static final BigDecimal MOST_PER_SECOND = BigDecimal.valueOf(100_000_000);

  /** The highest that may be asked for, 100 million a second. */
  public static final Rate HIGHEST = new Rate(1, 10);

  private static final long HOUR_NS = 3_600_000_000_000L;
  private static final String RANGE = "rates go from 1/h to 100M/s";

  /** Reduces the fraction and checks its range, one an hour to 100 million a second. */
  public Rate {
    if (messages < 1 || periodNs < 1) {
      throw new BadOptionException("a rate must be above zero: " + RANGE);
    }
    long divisor = BigInteger.valueOf(messages).gcd(BigInteger.valueOf(periodNs)).longValueExact();
    messages /= divisor;
    periodNs /= divisor;
    BigInteger product = BigInteger.valueOf(messages).multiply(BigInteger.valueOf(SECOND_NS));
    if (product.compareTo(BigInteger.valueOf(periodNs).multiply(MOST_PER_SECOND.toBigInteger())) > 0
        || BigInteger.valueOf(messages)
                .multiply(BigInteger.valueOf(HOUR_NS))
                .compareTo(BigInteger.valueOf(periodNs))
            < 0) {
      throw new BadOptionException("that rate is out of range: " + RANGE);
    }
  }

  /** A rate in messages a second. */
  public static Rate perSecond(long messages) {
    return new Rate(messages, SECOND_NS);
  }

  /**
   * Reads {@code NUMBER[k|M]/(s|min|h)}, or a fraction {@code MESSAGES/PERIODns}.
   *
   * @throws BadOptionException if the text has another form or is out of range; the message says
   *     how to write it
   */
  public static Rate parse(String text) {
    Matcher fraction = FRACTION.matcher(text);
    if (fraction.matches()) {
      return exact(text, new BigInteger(fraction.group(1)), new BigInteger(fraction.group(2)));
    }
    Matcher matcher = TEXT.matcher(text.strip());
    BigDecimal number = matcher.matches() ? numberOrNull(matcher.group("number")) : null;
    if (number == null) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' is not a rate: write a number and a unit, as in 40k/s");
    }
    if (number.signum() <= 0) {
      throw new BadOptionException("'" + Shown.text(text) + "' is not above zero: " + RANGE);
    }
    String unit = matcher.group("unit");
    if (unit == null) {
      throw new BadOptionException(
          "'" + Shown.text(text) + "' lacks a unit: write " + text.strip() + "/s");
    }
    BigDecimal scaled = number.multiply(BigDecimal.valueOf(scale(matcher.group("scale"))));
    long periodNs = TimeSpan.unitNs(unit);
    BigDecimal perSecond = scaled.multiply(BigDecimal.valueOf(SECOND_NS));
    if (perSecond.compareTo(MOST_PER_SECOND.multiply(BigDecimal.valueOf(periodNs))) > 0
        || scaled.multiply(BigDecimal.valueOf(HOUR_NS)).compareTo(BigDecimal.valueOf(periodNs))
            < 0) {
      throw new BadOptionException("'" + Shown.text(text) + "' is out of range: " + RANGE);
    }
    BigInteger denominator = BigInteger.TEN.pow(Math.max(0, scaled.scale()));
    BigInteger numerator = scaled.multiply(new BigDecimal(denominator)).toBigIntegerExact();
    BigInteger period = denominator.multiply(BigInteger.valueOf(periodNs));
    BigInteger divisor = numerator.gcd(period);
    return exact(text, numerator.divide(divisor), period.divide(divisor));
  }

  private static Rate exact(String text, BigInteger messages, BigInteger periodNs) {
    try {
      return new Rate(messages.longValueExact(), periodNs.longValueExact());
    } catch (ArithmeticException e) {
      throw new BadOptionException("'" + Shown.text(text) + "' has too many digits");
    }
  }

  private static @Nullable BigDecimal numberOrNull(String text) {
    try {
      BigDecimal number = new BigDecimal(text);
      return Math.abs((long) number.scale()) > 30 || number.precision() > 30 ? null : number;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static long scale(String suffix) {
    return switch (suffix) {
      case "k" -> 1_000;
      case "M" -> 1_000_000;
      default -> 1;
    };
  }

  /** Messages a second, rounded to a double. */
  public double perSecond() {
    return messages * (double) SECOND_NS / periodNs;
  }

  /** The mean gap between two messages in nanoseconds, rounded to a double. */
  public double meanGapNs() {
    return periodNs / (double) messages;
  }

  /** The shortest form that {@link #parse} reads back exactly. */
  @Override
  public String toString() {
    for (String unit : new String[] {"s", "min", "h"}) {
      BigInteger numerator =
          BigInteger.valueOf(messages).multiply(BigInteger.valueOf(TimeSpan.unitNs(unit)));
      BigInteger[] whole = numerator.divideAndRemainder(BigInteger.valueOf(periodNs));
      if (whole[1].signum() == 0) {
        return scaled(whole[0].longValueExact()) + "/" + unit;
      }
    }
    return messages + "/" + periodNs + "ns";
  }

  private static String scaled(long number) {
    if (number >= 1_000_000 && number % 100_000 == 0) {
      return BigDecimal.valueOf(number, 6).stripTrailingZeros().toPlainString() + "M";
    }
    if (number >= 1_000 && number % 100 == 0) {
      return BigDecimal.valueOf(number, 3).stripTrailingZeros().toPlainString() + "k";
    }
    return Long.toString(number);
  }
}
