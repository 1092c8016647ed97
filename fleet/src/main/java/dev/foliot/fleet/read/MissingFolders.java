package dev.foliot.fleet.read;

import dev.foliot.fleet.cells.Notes;
import dev.foliot.fleet.cells.Texts;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Folders of days or hours that are missing among others, as {@code zone=a/day=2026-11-03}.
 *
 * <p>Points that no node has are no gap of a node, so the counts of missing points leave them out.
 */
final class MissingFolders {
  private static final Set<String> YEARS = Set.of("year", "yyyy", "y");
  private static final Set<String> MONTHS = Set.of("month", "mm");
  private static final Set<String> DAYS = Set.of("day", "dd");
  private static final Set<String> HOURS = Set.of("hour", "hh", "hr");
  private static final int NAMED = 3;
  private static final int LONGEST_GAP = 10_000;

  /** The times of folders that have the same other keys, with hours or without. */
  private record Series(String others, boolean hours) {}

  private MissingFolders() {}

  /** Counts them in the notes. */
  static void note(List<String> files, Notes notes) {
    Map<Series, NavigableSet<LocalDateTime>> all =
        new TreeMap<>(Comparator.comparing(Series::others).thenComparing(Series::hours));
    Set<String> folders = new HashSet<>();
    for (String file : files) {
      String folder = file.substring(0, Math.max(0, file.lastIndexOf('/')));
      if (folders.add(folder)) {
        add(folder, all);
      }
    }
    for (boolean hours : new boolean[] {false, true}) {
      List<String> missing = new ArrayList<>();
      all.forEach((series, times) -> {
        if (series.hours() == hours) {
          missing.addAll(missing(series, times));
        }
      });
      if (!missing.isEmpty()) {
        notes.count(
            "folders of %s are missing among others, as %s: their points are not in the answer"
                .formatted(
                    hours ? "hours" : "days",
                    Texts.list(missing.subList(0, Math.min(NAMED, missing.size())))),
            missing.size());
      }
    }
  }

  private static List<String> missing(Series series, NavigableSet<LocalDateTime> times) {
    List<String> missing = new ArrayList<>();
    LocalDateTime time = times.first();
    for (int i = 0; i < LONGEST_GAP && time.isBefore(times.last()); i++) {
      time = series.hours() ? time.plusHours(1) : time.plusDays(1);
      if (!times.contains(time)) {
        String name = series.hours() ? time.toString() : time.toLocalDate().toString();
        missing.add(series.others().isEmpty() ? name : series.others() + " " + name);
      }
    }
    return missing;
  }

  private static void add(String folder, Map<Series, NavigableSet<LocalDateTime>> all) {
    Map<String, String> keys = new LinkedHashMap<>();
    StringTokenizer parts = new StringTokenizer(folder, "/");
    while (parts.hasMoreTokens()) {
      String part = parts.nextToken();
      int sign = part.indexOf('=');
      if (sign > 0) {
        keys.put(part.substring(0, sign).toLowerCase(Locale.ROOT), part.substring(sign + 1));
      }
    }
    LocalDate date = date(keys);
    if (date == null) {
      return;
    }
    Integer hour = number(keys, HOURS, 0, 23);
    LocalDateTime time = date.atTime(hour == null ? 0 : hour, 0);
    List<String> others = new ArrayList<>();
    keys.forEach((key, value) -> others.add(key + "=" + value));
    all.computeIfAbsent(
            new Series(String.join("/", others), hour != null), series -> new TreeSet<>())
        .add(time);
  }

  /** The date that one key has, or three keys; these keys are removed. */
  private static @Nullable LocalDate date(Map<String, String> keys) {
    for (Map.Entry<String, String> key : keys.entrySet()) {
      LocalDate date = date(key.getValue());
      if (date != null) {
        keys.remove(key.getKey());
        return date;
      }
    }
    Integer year = number(keys, YEARS, 1970, 9999);
    Integer month = year == null ? null : number(keys, MONTHS, 1, 12);
    Integer day = month == null ? null : number(keys, DAYS, 1, 31);
    try {
      return year == null || month == null || day == null ? null : LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable LocalDate date(String text) {
    try {
      if (text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")) {
        return LocalDate.parse(text);
      }
      return text.matches("(19|20)[0-9]{6}")
          ? LocalDate.parse(text, DateTimeFormatter.BASIC_ISO_DATE)
          : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable Integer number(
      Map<String, String> keys, Set<String> names, int least, int most) {
    for (String name : names) {
      String value = keys.get(name);
      if (value != null && value.matches("[0-9]{1,4}")) {
        int number = Integer.parseInt(value);
        if (number >= least && number <= most) {
          keys.remove(name);
          return number;
        }
      }
    }
    return null;
  }
}
