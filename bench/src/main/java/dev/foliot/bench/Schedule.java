package dev.foliot.bench;

import java.util.random.RandomGenerator;

/**
 * The sequence of intended start times, in nanoseconds from the start of the load.
 *
 * <p>A schedule is a pure sequence: it knows no clock, and events during the load never move it.
 * Messages delayed by a stall are therefore charged with it [1]. Times never decrease. Not safe for
 * use by several threads; each player makes its own from the same seed.
 *
 * <p>[1] Tene, "How NOT to Measure Latency", 2013.
 */
public interface Schedule {
  /** The result of {@link #nextNs()} at the end. */
  long END = Long.MAX_VALUE;

  /** The next intended start, or {@link #END}; after {@code END} only {@code END}. */
  long nextNs();

  /** Messages at equal distances, the first at zero; exact for ever. */
  static Schedule constant(Rate rate) {
    return new ConstantSchedule(rate);
  }

  /**
   * Independent arrivals: exponential gaps with the rate's mean, the first message after one gap.
   */
  static Schedule poisson(Rate rate, RandomGenerator random) {
    return new PoissonSchedule(rate, random);
  }

  /** A linear ramp from one rate to another over a time, then constant. */
  static Schedule ramp(Rate from, Rate to, long overNs) {
    return new RampSchedule(from, to, overNs);
  }

  /** Each rate in turn for an equal time, the last one for ever. */
  static Schedule steps(java.util.List<Rate> rates, long eachNs) {
    return new StepSchedule(rates, eachNs);
  }

  /** Bursts of messages at the same instant, at the given mean rate. */
  static Schedule bursts(Rate meanRate, int messagesPerBurst) {
    return new BurstSchedule(meanRate, messagesPerBurst);
  }

  /** The recorded times, in order. */
  static Schedule trace(long[] timesNs) {
    return new TraceSchedule(timesNs);
  }

  /** The first messages of this schedule. */
  default Schedule first(long messages) {
    long[] left = {messages};
    return () -> left[0]-- > 0 ? nextNs() : END;
  }

  /** This schedule up to a time, exclusive. */
  default Schedule until(long endNs) {
    return () -> {
      long next = nextNs();
      return next < endNs ? next : END;
    };
  }
}
