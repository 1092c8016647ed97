package dev.foliot.text;

import java.util.Objects;

/**
 * The figure of a reason, which can be shown as a range over several reasons of its kind.
 *
 * @param value in the unit of its kind
 * @param unit how it is shown
 * @param of what it is a part or an amount of, {@code of the time}; may be empty
 */
public record Extent(double value, Unit unit, String of) {
  private static final String PERCENT = " %";

  /** How an extent is shown. */
  public enum Unit {
    /** A part of a whole, 0 to 1, shown as a percentage. */
    SHARE,
    /** Nanoseconds. */
    NANOSECONDS,
    /** A whole number. */
    COUNT
  }

  /** Checks that nothing is missing. */
  public Extent {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(of, "of");
  }

  /** A part of a whole, 0 to 1. */
  static Extent share(double value, String of) {
    return new Extent(value, Unit.SHARE, of);
  }

  /** A duration in nanoseconds. */
  static Extent duration(long ns, String of) {
    return new Extent((double) ns, Unit.NANOSECONDS, of);
  }

  /** A whole number of things. */
  static Extent count(long number, String of) {
    return new Extent((double) number, Unit.COUNT, of);
  }

  /** This figure to a greater one of the same unit: {@code 19 to 58 % of the time}. */
  String to(Extent greatest) {
    String low = text(value);
    String high = text(greatest.value);
    String range =
        low.equals(high)
            ? low
            : unit == Unit.SHARE
                ? low.substring(0, low.length() - PERCENT.length()) + " to " + high
                : low + " to " + high;
    return of.isEmpty() ? range : range + " " + of;
  }

  private String text(double number) {
    return switch (unit) {
      case SHARE -> Numbers.percent(number);
      case NANOSECONDS -> Numbers.duration(number);
      case COUNT -> Numbers.count(Math.round(number));
    };
  }
}
