package dev.foliot.checks.simulator;

import java.util.Arrays;

/** A value over time. */
public sealed interface Shape {
  /** The value at a time. */
  double at(long ns);

  /** The greatest value. */
  double peak();

  /** A constant. */
  static Shape steady(double value) {
    return new Steps(new double[] {value}, Long.MAX_VALUE);
  }

  /** One value after another, each held for the same time, the last one for ever. */
  static Shape steps(long holdNs, double... values) {
    return new Steps(values, holdNs);
  }

  /** Half a period low, half a period high. */
  static Shape square(double low, double high, long periodNs) {
    return new Wave(low, high, periodNs, false);
  }

  /** From low up to high in every period. */
  static Shape sawtooth(double low, double high, long periodNs) {
    return new Wave(low, high, periodNs, true);
  }

  /** Steps. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Steps(double[] values, long holdNs) implements Shape {
    @Override
    public String toString() {
      return Arrays.toString(values) + (holdNs == Long.MAX_VALUE ? "" : " for " + holdNs + " ns");
    }

    @Override
    public double at(long ns) {
      return values[(int) Math.min(ns / holdNs, values.length - 1)];
    }

    @Override
    public double peak() {
      double peak = 0;
      for (double value : values) {
        peak = Math.max(peak, value);
      }
      return peak;
    }
  }

  /** A wave. */
  record Wave(double low, double high, long periodNs, boolean sawtooth) implements Shape {
    @Override
    public double at(long ns) {
      double part = (double) (ns % periodNs) / periodNs;
      return low + (high - low) * (sawtooth ? part : part < 0.5 ? 0 : 1);
    }

    @Override
    public double peak() {
      return high;
    }
  }
}
