package dev.foliot.report.page;

import dev.foliot.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Numbers as a page shows them: those of {@link Numbers}, with spaces at which no line breaks, and
 * the signs for micro and times.
 */
public final class Units {
  public static final String NONE = "–";
  private static final String NO_BREAK = "\u00a0";

  private Units() {}

  private static String page(String number) {
    return number.replace(" ", NO_BREAK).replace(NO_BREAK + "us", NO_BREAK + "µs");
  }

  public static String duration(double ns) {
    return page(Numbers.duration(ns));
  }

  public static String duration(long ns) {
    return duration((double) ns);
  }

  public static String shortDuration(double ns) {
    return page(Numbers.shortDuration(ns));
  }

  /** A duration, or a dash where there is none. */
  public static String durationOrNone(@Nullable Long ns) {
    return ns == null ? NONE : duration(ns);
  }

  /** An interval of durations, or a dash where there is none. */
  public static String interval(@Nullable Long lowNs, @Nullable Long highNs) {
    return lowNs == null || highNs == null ? NONE : duration(lowNs) + " to " + duration(highNs);
  }

  public static String count(long number) {
    return Numbers.count(number);
  }

  public static String count(long number, String thing) {
    return Numbers.count(number, thing).replaceFirst(" ", NO_BREAK);
  }

  public static String rate(double perS) {
    return Numbers.rate(perS);
  }

  public static String shortRate(double perS) {
    return Numbers.shortRate(perS);
  }

  public static String number(double value) {
    return Numbers.number(value);
  }

  public static String shortNumber(double value) {
    return Numbers.shortNumber(value);
  }

  /** A number of a user's own metric, of unknown size and unit: four digits that count. */
  public static String metric(double value) {
    return Double.isFinite(value) ? Numbers.significant(value, 4) : NONE;
  }

  /** The same on an axis, where neighbours may differ in a later digit. */
  public static String shortMetric(double value) {
    return Double.isFinite(value) ? Numbers.significant(value, 6) : NONE;
  }

  public static String cores(double cores) {
    return page(Numbers.cpus(cores));
  }

  public static String shortCores(double cores) {
    return page(Numbers.shortCpus(cores));
  }

  public static String bytes(double bytes) {
    return page(Numbers.bytes(bytes));
  }

  public static String shortBytes(double bytes) {
    return page(Numbers.shortBytes(bytes));
  }

  /** A part of one, or a dash where it is not known. */
  public static String share(@Nullable Double share) {
    return share == null ? NONE : percent(share, 2);
  }

  public static String shortShare(double share) {
    return page(Numbers.shortPercent(share));
  }

  /** A part of one with one decimal of a percent. */
  public static String percent(double share) {
    return percent(share, 1);
  }

  /** A part of one with so many decimals of a percent. */
  public static String percent(double share, int decimals) {
    return page(Numbers.percent(share, decimals));
  }

  public static String ratio(double ratio) {
    return Numbers.ratio(ratio).replace('x', '×');
  }

  public static String chance(double p) {
    return Numbers.chance(p);
  }

  /** Seconds into the load. */
  public static String seconds(double s) {
    return page(Numbers.moment(s));
  }

  public static String shortSeconds(double s) {
    return page(Numbers.shortMoment(s));
  }

  public static String percentile(double share) {
    return page(Numbers.percentile(share));
  }

  public static String percentileName(String name) {
    return Numbers.percentileName(name);
  }
}
