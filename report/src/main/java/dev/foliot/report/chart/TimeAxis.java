package dev.foliot.report.chart;

import dev.foliot.report.page.Figures;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** An axis of calendar time in UTC, labelled at round moments. Values are seconds since 1970. */
public final class TimeAxis {
  private static final double US = 1e6;
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final double MOST_S = 1e11;

  /** Between labels, in seconds; beyond the last it is doubled. */
  private static final long[] STEPS = {
    1,
    2,
    5,
    10,
    15,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    28 * DAY
  };

  private static final DateTimeFormatter DATE = formatter("MM-dd");
  private static final DateTimeFormatter FAR_DATE = formatter("uuuu-MM-dd");
  private static final DateTimeFormatter TIME = formatter("HH:mm");
  private static final DateTimeFormatter SECONDS = formatter("HH:mm:ss");
  private static final DateTimeFormatter EXACT = formatter("uuuu-MM-dd HH:mm:ss");

  private TimeAxis() {}

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  /** Microseconds as seconds, within what a calendar can hold. */
  public static double seconds(double us) {
    return Math.max(-MOST_S, Math.min(MOST_S, us / US));
  }

  /**
   * The axis.
   *
   * @param fromS where it begins
   * @param toS where it ends
   * @param most how many labels at most
   */
  public static Scale of(double fromS, double toS, int most) {
    double last = Math.max(toS, fromS + 1);
    Scale linear = new LinearScale(fromS, last, most, Figures::axis);
    long step = step(last - fromS, most);
    List<Scale.Tick> ticks = new ArrayList<>();
    String dayBefore = "";
    for (long at = Math.ceilDiv((long) Math.ceil(fromS), step) * step; at <= last; at += step) {
      String day = (step >= 7 * DAY ? FAR_DATE : DATE).format(Instant.ofEpochSecond(at));
      String time = (step >= MINUTE ? TIME : SECONDS).format(Instant.ofEpochSecond(at));
      // the first moment of a day has the date, so that no other label needs it
      boolean dated = step >= DAY || (!dayBefore.isEmpty() && !day.equals(dayBefore));
      ticks.add(new Scale.Tick(linear.at((double) at), dated ? day : time));
      dayBefore = day;
    }
    return new LabelledScale(linear, ticks);
  }

  private static long step(double length, int most) {
    for (long step : STEPS) {
      if (length / step <= most) {
        return step;
      }
    }
    long step = STEPS[STEPS.length - 1];
    while (length / step > most) {
      step *= 2;
    }
    return step;
  }

  /** A moment to the second. */
  public static String exact(double s) {
    return EXACT.format(Instant.ofEpochSecond((long) Math.floor(s))) + " UTC";
  }

  /** How long something is: {@code 15 min}. */
  public static String length(double s) {
    char space = '\u00a0';
    if (s < 2 * MINUTE) {
      return Figures.of(s) + space + "s";
    }
    return s < 2 * HOUR
        ? Figures.of(s / MINUTE) + space + "min"
        : s < 2 * DAY ? Figures.of(s / HOUR) + space + "h" : Figures.of(s / DAY) + space + "days";
  }
}
