package dev.foliot.report.chart;

import java.util.List;

/** Where a value lies on an axis, and where the axis is labelled. */
public sealed interface Scale permits LabelledScale, LinearScale, LogScale, NinesScale {
  /** From 0 at the axis' beginning to 1 at its end; what lies outside is put on the nearer end. */
  public double at(double value);

  /** The same of a whole number, of nanoseconds as a rule. */
  public default double atNs(long value) {
    return at((double) value);
  }

  /** The ticks, in order. */
  public List<Tick> ticks();

  /**
   * A labelled place on an axis.
   *
   * @param at from 0 to 1
   * @param label what stands there, with its unit
   */
  public record Tick(double at, String label) {}

  /** A place on the axis, from 0 to 1. */
  public static double clamp(double at) {
    return Math.max(0, Math.min(1, at));
  }
}
