package dev.foliot.store;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The name of a run's folder: its second in UTC, then four characters. Names sort by time: if one
 * store begins two runs within a second, the later one has the greater characters.
 */
final class RunId {
  /** The digits of base 32 without i, l, o and u, which are easily misread. */
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

  private static final Pattern PATTERN = Pattern.compile("[0-9]{8}-[0-9]{6}-[" + DIGITS + "]{4}");
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int LIMIT = 1 << 20;
  private static final int LONGEST_STEP = 1 << 12;

  private RunId() {}

  static boolean is(String name) {
    return PATTERN.matcher(name).matches();
  }

  /** A name that sorts after all names of the same second. */
  static String next(Instant now, RandomGenerator random, Collection<String> taken) {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    while (true) {
      String prefix = SECOND.format(second);
      int last =
          taken.stream()
              .filter(name -> name.startsWith(prefix) && is(name))
              .mapToInt(name -> decode(name.substring(prefix.length())))
              .max()
              .orElse(-1);
      int number = last < 0 ? random.nextInt(LIMIT / 2) : last + 1 + random.nextInt(LONGEST_STEP);
      if (number < LIMIT) {
        return prefix + encode(number);
      }
      second = second.plusSeconds(1);
    }
  }

  private static String encode(int number) {
    StringBuilder text = new StringBuilder();
    for (int shift = 15; shift >= 0; shift -= 5) {
      text.append(DIGITS.charAt(number >>> shift & 31));
    }
    return text.toString();
  }

  private static int decode(String text) {
    int number = 0;
    for (int i = 0; i < text.length(); i++) {
      number = number << 5 | DIGITS.indexOf(text.charAt(i));
    }
    return number;
  }
}
