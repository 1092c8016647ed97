package dev.foliot.watch.requests;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A moment as logs write it.
 *
 * @param epochNs in nanoseconds since 1970
 * @param resolutionNs the least difference that it can have
 */
record Stamp(long epochNs, long resolutionNs) {
  private static final long NS_PER_S = 1_000_000_000;

  /** The year 2200: what is later is no moment of a log. */
  private static final long LATEST_NS = 7_258_118_400L * NS_PER_S;

  private static final Pattern NUMBER = Pattern.compile("([0-9]{9,19})(?:\\.([0-9]{1,9}))?");
  private static final Pattern BLANK = Pattern.compile("^([0-9-]{10}) ");
  private static final Pattern FRACTION = Pattern.compile(".*[.,]([0-9]{1,9})(?:[^0-9].*)?");

  /** 29/Nov/2026:18:03:12 +0000, with or without a fraction and a zone. */
  private static final DateTimeFormatter COMMON =
      new DateTimeFormatterBuilder()
          .appendPattern("dd/MMM/yyyy:HH:mm:ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .optionalStart()
          .appendLiteral(' ')
          .appendOffset("+HHMM", "+0000")
          .optionalEnd()
          .toFormatter(Locale.ENGLISH);

  /** 2026-11-29T18:03:12.123Z, or with blanks, with or without a zone. */
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .optionalStart()
          .appendOffset("+HH:MM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendOffset("+HHMM", "Z")
          .optionalEnd()
          .optionalStart()
          .appendLiteral(' ')
          .appendOffset("+HHMM", "+0000")
          .optionalEnd()
          .toFormatter(Locale.ENGLISH);

  /**
   * A moment; empty if it is none. A number is seconds, milli-, micro- or nanoseconds since 1970.
   */
  static Optional<Stamp> of(String text, ZoneId zone) {
    var number = NUMBER.matcher(text);
    try {
      if (number.matches()) {
        return Optional.of(ofNumber(number.group(1), number.group(2))).filter(Stamp::isPossible);
      }
      boolean isCommon = text.length() > 2 && text.charAt(2) == '/';
      String plain = isCommon ? text : BLANK.matcher(text.replace(',', '.')).replaceFirst("$1T");
      var parsed =
          (isCommon ? COMMON : ISO).parseBest(plain, OffsetDateTime::from, LocalDateTime::from);
      OffsetDateTime moment =
          parsed instanceof OffsetDateTime known
              ? known
              : LocalDateTime.from(parsed).atZone(zone).toOffsetDateTime();
      var fraction = FRACTION.matcher(text.substring(isCommon ? 20 : Math.min(19, text.length())));
      long resolution = NS_PER_S;
      if (fraction.matches()) {
        for (int i = 0; i < fraction.group(1).length(); i++) {
          resolution /= 10;
        }
      }
      return Optional.of(
              new Stamp(
                  Math.addExact(
                      Math.multiplyExact(moment.toEpochSecond(), NS_PER_S), moment.getNano()),
                  resolution))
          .filter(Stamp::isPossible);
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private boolean isPossible() {
    return epochNs >= 0 && epochNs < LATEST_NS;
  }

  private static Stamp ofNumber(String whole, @org.jspecify.annotations.Nullable String fraction) {
    // 10 digits are seconds until the year 2286
    int digits = whole.length();
    long unit = digits <= 10 ? NS_PER_S : digits <= 13 ? 1_000_000 : digits <= 16 ? 1_000 : 1;
    long ns = Math.multiplyExact(Long.parseLong(whole), unit);
    long resolution = unit;
    if (fraction != null) {
      for (int i = 0; i < fraction.length(); i++) {
        resolution /= 10;
        ns += (fraction.charAt(i) - '0') * resolution;
      }
    }
    return new Stamp(ns, Math.max(1, resolution));
  }
}
