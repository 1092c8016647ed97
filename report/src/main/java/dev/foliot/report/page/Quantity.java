package dev.foliot.report.page;

import java.util.function.DoubleFunction;

/**
 * How the values of one kind are shown.
 *
 * @param shown a value with its unit
 * @param axis the same without digits that say nothing
 * @param unit as the page's script knows it: {@code ns}, {@code B}, {@code share}, or a word that
 *     stands behind the number
 */
public record Quantity(DoubleFunction<String> shown, DoubleFunction<String> axis, String unit) {
  public static final Quantity RATE = new Quantity(Units::rate, Units::shortRate, "/s");
  public static final Quantity CORES = new Quantity(Units::cores, Units::shortCores, "CPU");
  public static final Quantity COUNT = new Quantity(Units::number, Units::shortNumber, "");
  public static final Quantity BYTES = new Quantity(Units::bytes, Units::shortBytes, "B");
  public static final Quantity SHARE = new Quantity(Units::share, Units::shortShare, "share");

  /** Durations in nanoseconds. */
  public static final Quantity DURATION =
      new Quantity(ns -> Units.duration(ns), Units::shortDuration, "ns");
}
