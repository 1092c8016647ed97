package dev.foliot.cli.runs;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moments and ages as a person writes them. Stateless. */
final class Moments {
  private static final Pattern AGE = Pattern.compile("([0-9]{1,5}) ?(h|d|w)");
  private static final int HOURS_OF_DAY = 24;
  private static final int DAYS_OF_WEEK = 7;

  private Moments() {}

  /**
   * A moment: a time of today, or of yesterday if it has not come yet; a local date and time; one
   * with its offset.
   *
   * @param option for messages
   * @return milliseconds since 1970
   */
  static long parse(String option, String text, ZoneId zone, Instant now) {
    String word = text.strip();
    try {
      if (!word.contains("T")) {
        ZonedDateTime today =
            LocalTime.parse(word).atDate(now.atZone(zone).toLocalDate()).atZone(zone);
        return (today.toInstant().isAfter(now) ? today.minusDays(1) : today)
            .toInstant()
            .toEpochMilli();
      }
      boolean hasOffset = word.endsWith("Z") || word.matches(".*[+-][0-9]{2}:?[0-9]{2}");
      return hasOffset
          ? OffsetDateTime.parse(word).toInstant().toEpochMilli()
          : LocalDateTime.parse(word).atZone(zone).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw FoliotException.usage(
          option
              + ": '"
              + Shown.text(word)
              + "' is no moment: write 14:00, 2026-11-28T14:00 or 2026-11-28T14:00:00Z");
    }
  }

  /**
   * An age: {@code 12h}, {@code 30d} or {@code 8w}.
   *
   * @param option for messages
   */
  static Duration age(String option, String text) {
    Matcher matcher = AGE.matcher(text.strip());
    if (!matcher.matches()) {
      throw FoliotException.usage(
          option + ": '" + Shown.text(text) + "' is no age: write one, as in 12h, 30d or 8w");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "h" -> Duration.ofHours(number);
      case "d" -> Duration.ofHours(number * HOURS_OF_DAY);
      default -> Duration.ofHours(number * HOURS_OF_DAY * DAYS_OF_WEEK);
    };
  }
}
