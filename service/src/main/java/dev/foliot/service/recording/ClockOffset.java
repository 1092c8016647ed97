package dev.foliot.service.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * How the clock of a flight recording is tied to {@link System#nanoTime}. Immutable.
 *
 * <p>Both run on the same machine. The recorder stamps by the wall clock, which another may set; so
 * the offset is measured before and after, and the difference is part of the error.
 *
 * @param epochNs nanoseconds since 1970 when {@link System#nanoTime} is 0
 * @param errorNs how far it may be off
 */
record ClockOffset(long epochNs, long errorNs) {
  private static final int TRIES = 20;

  /** What the recorder's own clock was found to be off by, five times over. */
  private static final long RECORDER_NS = 50_000;

  /** Moments stay those of the wall clock. */
  static final ClockOffset SINCE_1970 = new ClockOffset(0, RECORDER_NS);

  /**
   * Measures it now: the closest of some tries.
   *
   * @param clock {@link System#nanoTime}
   */
  static ClockOffset measure(LongSupplier clock) {
    long bestNs = Long.MAX_VALUE;
    long offsetNs = 0;
    for (int i = 0; i < TRIES; i++) {
      long beforeNs = clock.getAsLong();
      Instant now = Instant.now();
      long tookNs = clock.getAsLong() - beforeNs;
      if (tookNs < bestNs) {
        bestNs = tookNs;
        offsetNs = epochNs(now) - (beforeNs + tookNs / 2);
      }
    }
    return new ClockOffset(offsetNs, bestNs + RECORDER_NS);
  }

  /** The same with the error of a later measurement. */
  ClockOffset until(ClockOffset later) {
    return new ClockOffset(
        epochNs + (later.epochNs - epochNs) / 2,
        Math.max(errorNs, later.errorNs) + Math.abs(later.epochNs - epochNs));
  }

  /** A moment of a recording in {@link System#nanoTime}'s terms. */
  long nanoTime(Instant moment) {
    return epochNs(moment) - epochNs;
  }

  private static long epochNs(Instant moment) {
    return Duration.between(Instant.EPOCH, moment).toNanos();
  }
}
