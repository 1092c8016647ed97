package dev.foliot.fleet.cells;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses times. For one thread.
 *
 * <p>Numbers are seconds, milliseconds, microseconds or nanoseconds since 1970, by their size.
 * Texts are ISO 8601 with or without a time of day, {@code 26.11.2026 10:00}, {@code 11/26/2026
 * 10:00 AM}, {@code 26/Nov/2026:10:00:00 +0100}, {@code Thu Nov 26 10:00:00 CET 2026}, and what
 * Go's {@code Time.String} prints. Without a zone they are UTC.
 */
public final class TimeText {
  /** What comes first in {@code 01/02/2026}. */
  public enum Order {
    DAY_FIRST,
    MONTH_FIRST
  }

  /** Smaller numbers are seconds; in seconds this would be after the year 5138. */
  public static final double SECONDS_BELOW = 1e11;

  public static final double MILLIS_BELOW = 1e14;
  public static final double MICROS_BELOW = 1e17;

  private static final long SECOND_US = 1_000_000;
  private static final int LONGEST = 80;

  private static final String CLOCK =
      "(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d+))?)?"
          + "(?: ?(?<half>[AaPp])\\.?[Mm]\\.?)?";
  private static final String ZONE = "(?<zone>.*)";
  private static final String THEN = "(?:(?:[T ]| ?, ?)\\s*" + CLOCK + "\\s*" + ZONE + ")?";

  private static final List<Pattern> FORMS =
      List.of(
          Pattern.compile("(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.(?<year>\\d{4})" + THEN),
          Pattern.compile(
              "(?<first>\\d{1,2})(?<sign>[/-])(?<other>\\d{1,2})\\k<sign>(?<year>\\d{4})" + THEN),
          Pattern.compile(
              "(?<day>\\d{1,2})([ /-])(?<name>[A-Za-z]{3,9})\\2(?<year>\\d{4})[: T,]*(?:"
                  + CLOCK
                  + "\\s*"
                  + ZONE
                  + ")?"),
          Pattern.compile(
              "(?:[A-Za-z]{3},? )?(?<day>\\d{1,2}) (?<name>[A-Za-z]{3,9}),? (?<year>\\d{4}) "
                  + CLOCK
                  + "\\s*"
                  + ZONE),
          Pattern.compile(
              "(?:[A-Za-z]{3,9},? +)?(?<name>[A-Za-z]{3,9}) +(?<day>\\d{1,2}),? (?<year>\\d{4}),? *"
                  + CLOCK
                  + "\\s*"
                  + ZONE),
          Pattern.compile(
              "[A-Za-z]{3} +(?<name>[A-Za-z]{3}) +(?<day>\\d{1,2}) +"
                  + CLOCK
                  + " *(?<zone>[A-Za-z0-9:+-]*?) *(?<year>\\d{4})"),
          Pattern.compile(
              "[A-Za-z]{3} +(?<day>\\d{1,2}) (?<name>[A-Za-z]{3}) +"
                  + CLOCK
                  + " *(?<zone>[A-Za-z0-9:+-]*?) *(?<year>\\d{4})"));

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** Hours from UTC, of the abbreviations with one meaning among servers' zones. */
  private static final Map<String, Integer> ABBREVIATED =
      Map.ofEntries(
          Map.entry("Z", 0),
          Map.entry("UTC", 0),
          Map.entry("GMT", 0),
          Map.entry("WET", 0),
          Map.entry("WEST", 1),
          Map.entry("CET", 1),
          Map.entry("CEST", 2),
          Map.entry("EET", 2),
          Map.entry("EEST", 3),
          Map.entry("MSK", 3),
          Map.entry("JST", 9),
          Map.entry("EST", -5),
          Map.entry("EDT", -4),
          Map.entry("CDT", -5),
          Map.entry("MST", -7),
          Map.entry("MDT", -6),
          Map.entry("PST", -8),
          Map.entry("PDT", -7));

  /** What Java and Go add to a zone that is known without it. */
  private static final Pattern BESIDE = Pattern.compile("(?:\\[[^\\]]*])?(?: m=[+-][0-9.]+)?$");

  private static final Pattern OFFSET =
      Pattern.compile("(?:UTC|GMT)?([+-])(\\d{2}):?(\\d{2})?(?: [A-Z]{1,5}| [+-]\\d{2,4})?");

  private final NumberText number = new NumberText();
  private final @Nullable Order order;
  private String text = "";
  private int at;
  private int last;
  private long us;
  private boolean epoch;
  private boolean zoned;
  private @Nullable Order told;
  private boolean ambiguous;

  /** Reads dates with slashes only where a number above 12 tells their order. */
  public TimeText() {
    this(null);
  }

  /** Reads dates with slashes in this order. */
  public TimeText(@Nullable Order order) {
    this.order = order;
  }

  /** The last time, in microseconds since 1970. */
  public long us() {
    return us;
  }

  /** Whether it was a number. */
  public boolean epoch() {
    return epoch;
  }

  /** Whether it had a zone. */
  public boolean zoned() {
    return zoned;
  }

  /** The order that its numbers told, null for none. */
  public @Nullable Order told() {
    return told;
  }

  /** Whether day and month could be the other way round. */
  public boolean ambiguous() {
    return ambiguous;
  }

  /** Parses the text; returns whether it is a time. */
  public boolean read(String text) {
    told = null;
    ambiguous = false;
    if (text.isEmpty() || text.length() > LONGEST) {
      return false;
    }
    if (number.read(text)) {
      epoch = true;
      zoned = true;
      return number.unit() == NumberText.Unit.NONE && readEpoch();
    }
    epoch = false;
    zoned = false;
    try {
      return readIso(text) || (hasDigits(text) && readForm(text.strip()));
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Most texts are names, and cost least. */
  private static boolean hasDigits(String text) {
    int digits = 0;
    for (int i = 0; i < text.length() && digits < 5; i++) {
      digits += text.charAt(i) >= '0' && text.charAt(i) <= '9' ? 1 : 0;
    }
    return digits >= 5;
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

  /** By hand: this is the form of most files, in each of their rows. */
  private boolean readIso(String from) {
    text = from;
    at = 0;
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
    if (peek() != '.' && peek() != ',') {
      return true;
    }
    at++;
    int start = at;
    long unit = SECOND_US;
    while (peek() >= '0' && peek() <= '9') {
      unit /= 10;
      us += (peek() - '0') * unit;
      at++;
    }
    return at > start;
  }

  private boolean readZone() {
    if (at == text.length()) {
      return true;
    }
    if (peek() == 'Z' && at == text.length() - 1) {
      zoned = true;
      return true;
    }
    return readZone(text.substring(at));
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

  /** Tries the form of the last time first. */
  private boolean readForm(String text) {
    for (int i = 0; i < FORMS.size(); i++) {
      int form = (last + i) % FORMS.size();
      Matcher matcher = FORMS.get(form).matcher(text);
      if (matcher.matches()) {
        last = form;
        return readParts(matcher);
      }
    }
    return false;
  }

  private boolean readParts(Matcher parts) {
    Map<String, Integer> names = parts.namedGroups();
    LocalDate date = date(parts, names);
    if (date == null) {
      return false;
    }
    us = date.toEpochDay() * 86_400 * SECOND_US;
    String hour = group(parts, names, "hour");
    if (hour == null) {
      return true;
    }
    int hours = Integer.parseInt(hour);
    int minutes = Integer.parseInt(parts.group("minute"));
    String second = group(parts, names, "second");
    int seconds = second == null ? 0 : Integer.parseInt(second);
    String half = group(parts, names, "half");
    if (half != null) {
      if (hours < 1 || hours > 12) {
        return false;
      }
      hours = hours % 12 + (half.equalsIgnoreCase("p") ? 12 : 0);
    }
    if (hours > 24 || minutes > 59 || seconds > 60) {
      return false;
    }
    us += ((hours * 60L + minutes) * 60 + seconds) * SECOND_US;
    us += micros(group(parts, names, "fraction"));
    String zone = group(parts, names, "zone");
    return zone == null || readZone(zone);
  }

  private @Nullable LocalDate date(Matcher parts, Map<String, Integer> names) {
    int year = Integer.parseInt(parts.group("year"));
    if (names.containsKey("first")) {
      int first = Integer.parseInt(parts.group("first"));
      int second = Integer.parseInt(parts.group("other"));
      Order here = order;
      if (first > 12 || second > 12) {
        told = first > 12 ? Order.DAY_FIRST : Order.MONTH_FIRST;
        if (order != null && order != told) {
          return null;
        }
        here = told;
      } else if (order == null) {
        ambiguous = first != second;
      }
      return here == Order.DAY_FIRST
          ? LocalDate.of(year, second, first)
          : LocalDate.of(year, first, second);
    }
    int day = Integer.parseInt(parts.group("day"));
    if (names.containsKey("month")) {
      return LocalDate.of(year, Integer.parseInt(parts.group("month")), day);
    }
    String name = parts.group("name").toLowerCase(Locale.ROOT);
    int month = MONTHS.indexOf(name.substring(0, 3)) + 1;
    return month == 0 ? null : LocalDate.of(year, month, day);
  }

  private static @Nullable String group(Matcher parts, Map<String, Integer> names, String name) {
    Integer at = names.get(name);
    return at == null ? null : parts.group(at);
  }

  private static long micros(@Nullable String fraction) {
    long micros = 0;
    long unit = SECOND_US;
    for (int i = 0; fraction != null && i < fraction.length() && unit > 1; i++) {
      unit /= 10;
      micros += (fraction.charAt(i) - '0') * unit;
    }
    return micros;
  }

  private boolean readZone(String text) {
    String zone = BESIDE.matcher(text.strip()).replaceFirst("");
    if (zone.isEmpty()) {
      return true;
    }
    zoned = true;
    Integer hours = ABBREVIATED.get(zone.toUpperCase(Locale.ROOT));
    if (hours != null) {
      us -= hours * 3_600L * SECOND_US;
      return true;
    }
    Matcher offset = OFFSET.matcher(zone);
    if (offset.matches()) {
      int hour = Integer.parseInt(offset.group(2));
      int minute = offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3));
      if (hour > 18 || minute > 59) {
        return false;
      }
      long by = (hour * 60L + minute) * 60 * SECOND_US;
      us += offset.group(1).equals("+") ? -by : by;
      return true;
    }
    if (zone.indexOf('/') < 0 || !text.startsWith(" ")) {
      return false;
    }
    LocalDateTime local =
        LocalDateTime.ofEpochSecond(Math.floorDiv(us, SECOND_US), 0, ZoneOffset.UTC);
    us -= ZoneId.of(zone).getRules().getOffset(local).getTotalSeconds() * SECOND_US;
    return true;
  }
}
