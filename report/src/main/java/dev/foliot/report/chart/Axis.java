package dev.foliot.report.chart;

import dev.foliot.report.page.Units;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * Where a value lies between the two ends of an axis, and where the axis is labelled.
 *
 * <p>A linear axis has ticks at 1, 2 or 5 times a power of ten. A logarithmic one has them at 1, 2
 * and 5, at 1 and 3, or at 1 of each power of ten, or of some powers, as room allows. An axis of
 * nines puts percentiles where HdrHistogram's plotter does: each step to the right is ten times as
 * rare. An axis of calendar time is labelled at round moments in UTC.
 *
 * <p>Immutable.
 */
public final class Axis {
  private static final double MEDIAN = 0.5;
  private static final double ROOM = 1.06;
  private static final double[][] LOG_STEPS = {{1, 2, 5}, {1, 3}, {1}};

  private final double low;
  private final double high;
  private final DoubleUnaryOperator position;
  private final List<Tick> ticks;

  /**
   * A labelled place on an axis.
   *
   * @param at from 0 to 1
   * @param label what stands there, with its unit
   */
  public record Tick(double at, String label) {}

  private Axis(double low, double high, DoubleUnaryOperator position, List<Tick> ticks) {
    this.low = low;
    this.high = high;
    this.position = position;
    this.ticks = List.copyOf(ticks);
  }

  /** Where a value lies, from 0 to 1; what lies outside is put on the nearer end. */
  public double at(double value) {
    return position.applyAsDouble(value);
  }

  /** The value at the beginning. */
  public double low() {
    return low;
  }

  /** The value at the end. */
  public double high() {
    return high;
  }

  /** The ticks, in order. */
  public List<Tick> ticks() {
    return ticks;
  }

  /** The nearest place on an axis, from 0 to 1. */
  public static double clamp(double at) {
    return Math.max(0, Math.min(1, at));
  }

  /** The same axis with other ticks. */
  public Axis labelled(List<Tick> others) {
    return new Axis(low, high, position, others);
  }

  /**
   * The same axis, labelled at some values.
   *
   * @param values in ascending order
   * @param leastDistance between two labels, as a share of the axis; others are left out
   */
  public Axis labelledAt(List<Double> values, double leastDistance, DoubleFunction<String> label) {
    List<Tick> chosen = new ArrayList<>();
    for (double value : values) {
      double at = at(value);
      if (chosen.isEmpty() || at - chosen.getLast().at() > leastDistance) {
        chosen.add(new Tick(at, label.apply(value)));
      }
    }
    return labelled(chosen);
  }

  /**
   * An axis on which equal distances are equal differences.
   *
   * @param most how many ticks at most
   * @param label how a value is written
   */
  public static Axis linear(double low, double high, int most, DoubleFunction<String> label) {
    Axis bare = linear(low, high);
    double step = linearStep((high - low) / most);
    List<Tick> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
      ticks.add(new Tick(bare.at(i * step), label.apply(i * step)));
    }
    return bare.labelled(ticks);
  }

  /** A linear axis without labels. */
  public static Axis linear(double low, double high) {
    if (!(low < high)) {
      throw new IllegalArgumentException("an axis from " + low + " to " + high);
    }
    return new Axis(low, high, value -> clamp((value - low) / (high - low)), List.of());
  }

  /** A linear axis from 0 to a little above the greatest value. */
  public static Axis fromZero(double greatest, int most, DoubleFunction<String> label) {
    return linear(0, greatest > 0 ? greatest * ROOM : 1, most, label);
  }

  /** The least of 1, 2 and 5 times a power of ten that is not less. */
  private static double linearStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double step : new double[] {power, 2 * power, 5 * power}) {
      if (step >= least * (1 - 1e-9)) {
        return step;
      }
    }
    return 10 * power;
  }

  /**
   * An axis on which equal distances are equal ratios.
   *
   * @param low above 0
   * @param most how many ticks at most
   * @param label how a value is written
   */
  public static Axis log(double low, double high, int most, DoubleFunction<String> label) {
    if (!(low > 0 && low < high)) {
      throw new IllegalArgumentException("a logarithmic axis from " + low + " to " + high);
    }
    Axis bare =
        new Axis(
            low,
            high,
            value -> value <= low ? 0 : clamp(Math.log(value / low) / Math.log(high / low)),
            List.of());
    for (double[] steps : LOG_STEPS) {
      List<Tick> ticks = bare.decades(steps, 1, label);
      if (ticks.size() <= most) {
        return bare.labelled(ticks);
      }
    }
    int every = 2;
    while (bare.decades(LOG_STEPS[2], every, label).size() > most) {
      every++;
    }
    return bare.labelled(bare.decades(LOG_STEPS[2], every, label));
  }

  /** A logarithmic axis that begins and ends at 1, 2 or 5 of a power of ten. */
  public static Axis roundLog(
      double least, double greatest, int most, DoubleFunction<String> label) {
    return log(roundDown(least), roundUp(Math.max(least * 2, greatest)), most, label);
  }

  /** A round logarithmic axis for durations in nanoseconds. */
  public static Axis durations(double leastNs, double greatestNs, int most) {
    return roundLog(Math.max(1, leastNs), greatestNs, most, Units::shortDuration);
  }

  private List<Tick> decades(double[] steps, int every, DoubleFunction<String> label) {
    List<Tick> found = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(low) + 1e-9);
    for (int decade = first; Math.pow(10, decade) <= high * (1 + 1e-9); decade++) {
      if (Math.floorMod(decade, every) != 0) {
        continue;
      }
      for (double step : steps) {
        double value = step * Math.pow(10, decade);
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) {
          found.add(new Tick(at(value), label.apply(value)));
        }
      }
    }
    return found;
  }

  private static double roundDown(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-12));
    double first = value / power * (1 + 1e-12);
    return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1);
  }

  private static double roundUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value) + 1e-12));
    double first = value / power * (1 - 1e-12);
    return power * (first <= 1 ? 1 : first <= 2 ? 2 : first <= 5 ? 5 : 10);
  }

  /**
   * An axis of percentiles by the number of their nines: 90 % is one, 99 % two.
   *
   * @param most nines at the end of the axis
   */
  public static Axis nines(double most) {
    if (!(most > 0)) {
      throw new IllegalArgumentException("an axis of " + most + " nines");
    }
    Axis bare = linear(0, most);
    List<Tick> ticks = new ArrayList<>();
    ticks.add(new Tick(bare.at(ninesOf(MEDIAN)), Units.percentile(MEDIAN)));
    for (int n = 1; n <= most + 1e-9; n++) {
      ticks.add(new Tick(bare.at(n), Units.percentile(shareOf(n))));
    }
    return bare.labelled(ticks);
  }

  /** The nines of a share of one: 0.99 has two. */
  public static double ninesOf(double share) {
    return -Math.log10(1 - share);
  }

  /** The share of one that has so many nines. */
  public static double shareOf(double nines) {
    return 1 - Math.pow(10, -nines);
  }

  /**
   * An axis of calendar time in UTC. Values are seconds since 1970.
   *
   * @param most how many labels at most
   */
  public static Axis time(double fromS, double toS, int most) {
    double last = Math.max(toS, fromS + 1);
    Axis bare = linear(fromS, last);
    long step = Calendar.step(last - fromS, most);
    List<Tick> ticks = new ArrayList<>();
    String dayBefore = "";
    for (long at = Math.ceilDiv((long) Math.ceil(fromS), step) * step; at <= last; at += step) {
      String day = Calendar.day(at, step);
      // the first moment of a day has the date, so that no other label needs it
      boolean dated = step >= Calendar.DAY || (!dayBefore.isEmpty() && !day.equals(dayBefore));
      ticks.add(new Tick(bare.at((double) at), dated ? day : Calendar.time(at, step)));
      dayBefore = day;
    }
    return bare.labelled(ticks);
  }

  /** Microseconds as seconds, within what a calendar can hold. */
  public static double secondsOf(double us) {
    return Math.max(-Calendar.MOST_S, Math.min(Calendar.MOST_S, us / 1e6));
  }

  /** A moment to the second. */
  public static String moment(double s) {
    return Calendar.EXACT.format(Instant.ofEpochSecond((long) Math.floor(s))) + " UTC";
  }

  /** How long something is: {@code 15 min}. */
  public static String length(double s) {
    char space = '\u00a0';
    if (s < 2 * Calendar.MINUTE) {
      return Units.metric(s) + space + "s";
    }
    return s < 2 * Calendar.HOUR
        ? Units.metric(s / Calendar.MINUTE) + space + "min"
        : s < 2 * Calendar.DAY
            ? Units.metric(s / Calendar.HOUR) + space + "h"
            : Units.metric(s / Calendar.DAY) + space + "days";
  }

  /** Round steps of time, and how moments are written. */
  private static final class Calendar {
    static final double MOST_S = 1e11;
    static final long MINUTE = 60;
    static final long HOUR = 60 * MINUTE;
    static final long DAY = 24 * HOUR;
    static final DateTimeFormatter EXACT = formatter("uuuu-MM-dd HH:mm:ss");
    private static final DateTimeFormatter DATE = formatter("MM-dd");
    private static final DateTimeFormatter FAR_DATE = formatter("uuuu-MM-dd");
    private static final DateTimeFormatter TIME = formatter("HH:mm");
    private static final DateTimeFormatter SECONDS = formatter("HH:mm:ss");

    /** How often in a minute, in an hour, in a day and in four weeks there may be labels. */
    private static final List<Long> STEPS = steps();

    private static List<Long> steps() {
      List<Long> steps = new ArrayList<>();
      for (long unit : new long[] {1, MINUTE}) {
        for (long many : new long[] {1, 2, 5, 10, 15, 30}) {
          steps.add(many * unit);
        }
      }
      for (long hours : new long[] {1, 2, 3, 6, 12}) {
        steps.add(hours * HOUR);
      }
      for (long days : new long[] {1, 2, 7, 14, 28}) {
        steps.add(days * DAY);
      }
      return steps;
    }

    private static DateTimeFormatter formatter(String pattern) {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** The least step that needs no more labels than allowed; beyond the last it is doubled. */
    static long step(double length, int most) {
      for (long step : STEPS) {
        if (length / step <= most) {
          return step;
        }
      }
      long step = STEPS.getLast();
      while (length / step > most) {
        step *= 2;
      }
      return step;
    }

    static String day(long at, long step) {
      return (step >= 7 * DAY ? FAR_DATE : DATE).format(Instant.ofEpochSecond(at));
    }

    static String time(long at, long step) {
      return (step >= MINUTE ? TIME : SECONDS).format(Instant.ofEpochSecond(at));
    }
  }
}
