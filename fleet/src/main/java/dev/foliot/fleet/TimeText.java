package dev.foliot.fleet;

import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * Parses times. For one thread.
 *
 * <p>Numbers are seconds, milliseconds, microseconds or nanoseconds since 1970, by their size.
 * Texts are ISO 8601 with or without a zone (UTC then) or time of day.
 */
final class TimeText {
  /** Smaller numbers are seconds; in seconds this would be after the year 5138. */
  static final double SECONDS_BELOW = 1e11;

  static final double MILLIS_BELOW = 1e14;
  static final double MICROS_BELOW = 1e17;

  private static final long SECOND_US = 1_000_000;

  private final NumberText number = new NumberText();
  private long us;
  private boolean epoch;
  private boolean zoned;
  private String text = "";
  private int at;

  /** The last time, in microseconds since 1970. */
  long us() {
    return us;
  }

  /** Whether it was a number. */
  boolean epoch() {
    return epoch;
  }

  /** Whether it had a zone. */
  boolean zoned() {
    return zoned;
  }

  /** Parses the text; returns whether it is a time. */
  boolean read(String from) {
    text = from;
    if (text.isEmpty() || text.length() > 60) {
      return false;
    }
    if (number.read(text)) {
      epoch = true;
      zoned = true;
      return readEpoch();
    }
    epoch = false;
    zoned = false;
    at = 0;
    try {
      return readIso();
    } catch (DateTimeException e) {
      return false;
    }
  }

  private boolean readEpoch() {
    double value = number.value();
    double magnitude = Math.abs(value);
    if (Double.isNaN(value) || magnitude >= 9e18) {
      return false;
    }
    if (magnitude < SECONDS_BELOW) {
      us = Math.round(value * 1e6);
    } else if (magnitude < MILLIS_BELOW) {
      us = Math.round(value * 1e3);
    } else if (magnitude < MICROS_BELOW) {
      us = Math.round(value);
    } else {
      us = Math.round(value / 1e3);
    }
    return true;
  }

  private boolean readIso() {
    int year = digits(4, 4);
    int separator = next();
    int month = digits(2, 2);
    int second = next();
    int day = digits(2, 2);
    boolean separated = separator == second && (separator == '-' || separator == '/');
    if (year < 0 || month < 0 || day < 0 || !separated) {
      return false;
    }
    us = LocalDate.of(year, month, day).toEpochDay() * 86_400 * SECOND_US;
    if (at == text.length()) {
      return true;
    }
    int between = next();
    if (between != 'T' && between != 't' && between != ' ') {
      return false;
    }
    return readClock() && readZone();
  }

  private boolean readClock() {
    int hour = digits(2, 2);
    if (hour < 0 || hour > 24 || next() != ':') {
      return false;
    }
    int minute = digits(2, 2);
    if (minute < 0 || minute > 59) {
      return false;
    }
    us += (hour * 60L + minute) * 60 * SECOND_US;
    if (peek() != ':') {
      return true;
    }
    at++;
    int second = digits(2, 2);
    if (second < 0 || second > 60) {
      return false;
    }
    us += second * SECOND_US;
    boolean whole = peek() != '.' && peek() != ',';
    return whole || readFraction();
  }

  private boolean readFraction() {
    at++;
    long unit = SECOND_US;
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      unit /= 10;
      us += (peek() - '0') * unit;
      at++;
    }
    return at > start;
  }

  private boolean readZone() {
    while (peek() == ' ') {
      at++;
    }
    if (at == text.length()) {
      return true;
    }
    zoned = true;
    if (text.startsWith("UTC", at) || text.startsWith("GMT", at)) {
      at += 3;
      return ends();
    }
    int sign = next();
    if (sign == 'Z' || sign == 'z') {
      return ends();
    }
    if (sign != '+' && sign != '-') {
      return false;
    }
    int hours = digits(2, 2);
    if (peek() == ':') {
      at++;
    }
    int minutes = ends() ? 0 : digits(2, 2);
    if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59 || !ends()) {
      return false;
    }
    long offset = (hours * 60L + minutes) * 60 * SECOND_US;
    us += sign == '+' ? -offset : offset;
    return true;
  }

  /** After an offset Java adds the zone in brackets, which does not change the time. */
  private boolean ends() {
    return at == text.length() || (peek() == '[' && text.endsWith("]"));
  }

  /** A number with this range of digits; below 0 for fewer. */
  private int digits(int least, int most) {
    int value = 0;
    int start = at;
    while (at - start < most && peek() >= '0' && peek() <= '9') {
      value = value * 10 + (peek() - '0');
      at++;
    }
    return at - start < least ? -1 : value;
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : -1;
  }

  private int next() {
    return at < text.length() ? text.charAt(at++) : -1;
  }
}
