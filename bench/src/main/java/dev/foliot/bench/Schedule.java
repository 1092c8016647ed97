package dev.foliot.bench;

import java.util.random.RandomGenerator;

/**
 * The sequence of intended start times, in nanoseconds from the start of the load.
 *
 * <p>A schedule is a pure sequence: it knows no clock, and nothing that happens while it is played
 * moves it. A stall is therefore charged to the messages that it delayed [1]. Times never decrease.
 * Not safe for use by several threads; each player makes its own from the same seed.
 *
 * <p>[1] Tene, "How NOT to Measure Latency", 2013.
 */
public interface Schedule {
  /** What {@link #nextNs()} answers when no message is left. */
  long END = Long.MAX_VALUE;

  /** The next intended start, or {@link #END}; after {@code END} only {@code END}. */
  long nextNs();

  /** One message after the other at equal distances, the first at zero, exact for ever. */
  static Schedule constant(Rate rate) {
    return new ConstantSchedule(rate);
  }

  /**
   * Arrivals independent of each other: exponential gaps of the rate's mean, the first after one.
   */
  static Schedule poisson(Rate rate, RandomGenerator random) {
    return new PoissonSchedule(rate, random);
  }

  /** From one rate to another in a straight line over a time, and on at the second rate. */
  static Schedule ramp(Rate from, Rate to, long overNs) {
    return new RampSchedule(from, to, overNs);
  }

  /** Each rate in its turn for an equal time, the last one for ever. */
  static Schedule steps(java.util.List<Rate> rates, long eachNs) {
    return new StepSchedule(rates, eachNs);
  }

  /** So many messages at the same instant, as often as the mean rate asks for. */
  static Schedule bursts(Rate meanRate, int messagesPerBurst) {
    return new BurstSchedule(meanRate, messagesPerBurst);
  }

  /** The recorded times, in order. */
  static Schedule trace(long[] timesNs) {
    return new TraceSchedule(timesNs);
  }

  /** This schedule up to a time, exclusive. */
  default Schedule until(long endNs) {
    return () -> {
      long next = nextNs();
      return next < endNs ? next : END;
    };
  }
}
