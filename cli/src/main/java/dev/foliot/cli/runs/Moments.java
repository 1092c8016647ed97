package dev.foliot.cli.runs;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/** Moments as a person writes them. Stateless. */
final class Moments {
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
}
