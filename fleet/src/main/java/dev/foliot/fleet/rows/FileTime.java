package dev.foliot.fleet.rows;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The time that a file has by its path, as {@code zone=a/day=2026-11-28/part.csv}.
 *
 * @param others the other keys of its folders
 * @param time the beginning
 * @param unit how long its folder lasts; null for a date without a key, which may be that of the
 *     first row, of the last, or of the export
 */
public record FileTime(String others, LocalDateTime time, @Nullable ChronoUnit unit) {
  private static final Set<String> YEARS = Set.of("year", "yyyy", "y");
  private static final Set<String> MONTHS = Set.of("month", "mm");
  private static final Set<String> DAYS = Set.of("day", "dd");
  private static final Set<String> HOURS = Set.of("hour", "hh", "hr");

  /** {@code 2026-11-28} or {@code 20261128}. */
  private static final Pattern DATE =
      Pattern.compile("(?<![0-9])((?:19|20)[0-9]{2})(-?)([0-9]{2})\\2([0-9]{2})(?![0-9])");

  /** Folders {@code 2026/11/28}. */
  private static final Pattern THREE_FOLDERS =
      Pattern.compile("(?:^|/)((?:19|20)[0-9]{2})(/)([0-9]{2})/([0-9]{2})/");

  /** The time of a file; null if its path tells none. */
  public static @Nullable FileTime of(String path) {
    int slash = path.lastIndexOf('/');
    String folders = path.substring(0, slash + 1);
    FileTime keyed = ofKeys(keys(folders));
    if (keyed != null) {
      return keyed;
    }
    LocalDate day = ofPlainFolders(folders);
    if (day != null) {
      return new FileTime("", day.atStartOfDay(), null);
    }
    Matcher named = DATE.matcher(path.substring(slash + 1));
    LocalDate date = named.find() ? date(named) : null;
    // of two dates, none is the file's
    return date == null || named.find() ? null : new FileTime("", date.atStartOfDay(), null);
  }

  /** The keys of the folders of a file, without those that tell its time: {@code zone=a}. */
  static Map<String, String> labels(String path) {
    Map<String, String> keys = keys(path.substring(0, path.lastIndexOf('/') + 1));
    ofKeys(keys);
    return keys;
  }

  private static Map<String, String> keys(String folders) {
    Map<String, String> keys = new LinkedHashMap<>();
    for (String part : folders.split("/", -1)) {
      int sign = part.indexOf('=');
      if (sign > 0) {
        keys.put(part.substring(0, sign).toLowerCase(Locale.ROOT), part.substring(sign + 1));
      }
    }
    return keys;
  }

  /** The time that keys tell; these keys are removed. */
  private static @Nullable FileTime ofKeys(Map<String, String> keys) {
    LocalDate day = dateOfOneKey(keys);
    ChronoUnit unit = ChronoUnit.DAYS;
    if (day == null) {
      Integer year = number(keys, YEARS, 1970, 9999);
      Integer month = year == null ? null : number(keys, MONTHS, 1, 12);
      if (year == null || month == null) {
        return null;
      }
      Integer ofMonth = number(keys, DAYS, 1, 31);
      unit = ofMonth == null ? ChronoUnit.MONTHS : ChronoUnit.DAYS;
      day = date(year, month, ofMonth == null ? 1 : ofMonth);
      if (day == null) {
        return null;
      }
    }
    Integer hour = unit == ChronoUnit.DAYS ? number(keys, HOURS, 0, 23) : null;
    List<String> others = new ArrayList<>();
    keys.forEach((key, value) -> others.add(key + "=" + value));
    return new FileTime(
        String.join("/", others),
        day.atTime(hour == null ? 0 : hour, 0),
        hour == null ? unit : ChronoUnit.HOURS);
  }

  /** The date that one key has; the key is removed. */
  private static @Nullable LocalDate dateOfOneKey(Map<String, String> keys) {
    for (Map.Entry<String, String> key : keys.entrySet()) {
      Matcher date = DATE.matcher(key.getValue());
      LocalDate day = date.matches() ? date(date) : null;
      if (day != null) {
        keys.remove(key.getKey());
        return day;
      }
    }
    return null;
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

  private static @Nullable LocalDate ofPlainFolders(String folders) {
    for (String part : folders.split("/", -1)) {
      Matcher date = DATE.matcher(part);
      LocalDate day = date.matches() ? date(date) : null;
      if (day != null) {
        return day;
      }
    }
    Matcher three = THREE_FOLDERS.matcher(folders);
    return three.find() ? date(three) : null;
  }

  private static @Nullable LocalDate date(Matcher parts) {
    return date(
        Integer.parseInt(parts.group(1)),
        Integer.parseInt(parts.group(3)),
        Integer.parseInt(parts.group(4)));
  }

  private static @Nullable LocalDate date(int year, int month, int day) {
    try {
      return LocalDate.of(year, month, day);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
