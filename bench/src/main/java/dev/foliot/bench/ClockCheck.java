package dev.foliot.bench;

/**
 * The measured cost and grain of the clock that takes every duration.
 *
 * @param costNs time of one reading in nanoseconds: the least mean of several rounds
 * @param grainNs the least step between two different readings, in nanoseconds; 0 if all were equal
 */
public record ClockCheck(double costNs, long grainNs) {
  private static final int ROUNDS = 20;
  private static final int READINGS = 10_000;

  /** Measures a clock with some 200,000 readings. */
  public static ClockCheck of(NanoClock clock) {
    double cost = Double.MAX_VALUE;
    long grain = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = clock.nanoTime();
      long last = start;
      for (int i = 0; i < READINGS; i++) {
        long now = clock.nanoTime();
        if (now != last) {
          grain = Math.min(grain, now - last);
        }
        last = now;
      }
      cost = Math.min(cost, (last - start) / (double) READINGS);
    }
    return new ClockCheck(cost, grain == Long.MAX_VALUE ? 0 : grain);
  }
}
