package dev.foliot.store.diagnosis;

import dev.foliot.text.Numbers;
import java.util.Arrays;
import java.util.Optional;

/**
 * From which values of a figure on a finding has a severity.
 *
 * @param unit of the values
 * @param low least value; {@link #NEVER} without this severity
 * @param medium likewise
 * @param high likewise
 */
public record Threshold(Unit unit, double low, double medium, double high) {
  /** No value is enough. */
  public static final double NEVER = Double.POSITIVE_INFINITY;

  static final double MIB = 1 << 20;

  /** The unit of a figure. */
  public enum Unit {
    /** A part of the whole, from 0 to 1. */
    SHARE,
    /** Seconds in a second. */
    TIME,
    /** Nanoseconds. */
    NS,
    /** Bytes. */
    BYTES,
    /** A plain number. */
    COUNT,
    /** Events a second. */
    PER_S,
    /** Threads on average. */
    THREADS,
    /** Tasks on average. */
    TASKS
  }

  /** The least value for a severity. */
  public double least(Severity severity) {
    return switch (severity) {
      case LOW -> low;
      case MEDIUM -> medium;
      case HIGH -> high;
    };
  }

  /** The greatest severity that a value reaches; empty if it reaches none. */
  public Optional<Severity> severity(double value) {
    return Arrays.stream(Severity.values()).filter(one -> value >= least(one)).findFirst();
  }

  /** The least value for people: {@code 10 %}; empty where any value or none is enough. */
  public String shown(Severity severity) {
    double least = least(severity);
    if (least == 0 || least == NEVER) {
      return "";
    }
    return switch (unit) {
      case SHARE -> Numbers.number(100 * least) + " %";
      case TIME -> Numbers.number(1e3 * least) + " ms/s";
      case NS -> Numbers.number(least / 1e6) + " ms";
      case BYTES -> Numbers.number(least / MIB) + " MiB";
      case COUNT -> Numbers.count((long) least);
      case PER_S -> Numbers.count((long) least) + "/s";
      case THREADS -> Numbers.number(least) + (least == 1 ? " thread" : " threads");
      case TASKS -> Numbers.number(least) + (least == 1 ? " task" : " tasks");
    };
  }
}
