package dev.foliot.watch.requests;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The unit of a duration in a log. */
enum Took {
  /** Seconds. */
  S(1_000_000_000L),
  /** Milliseconds. */
  MS(1_000_000L),
  /** Microseconds. */
  US(1_000L),
  /** Nanoseconds. */
  NS(1L);

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,12})?");

  private final long ns;

  Took(long ns) {
    this.ns = ns;
  }

  static Optional<Took> of(String name) {
    return Arrays.stream(values())
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  /** The value of the last digit of a duration, in nanoseconds; at least 1. */
  long resolutionNs(String text) {
    int point = text.indexOf('.');
    int decimals = point < 0 ? 0 : text.length() - point - 1;
    return Math.max(1, BigDecimal.valueOf(ns).movePointLeft(decimals).longValue());
  }

  /** A duration in nanoseconds; empty if it is no number. */
  Optional<Long> ns(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    BigDecimal value = new BigDecimal(text).multiply(BigDecimal.valueOf(ns));
    return value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 4)) > 0
        ? Optional.empty()
        : Optional.of(value.longValue());
  }
}
