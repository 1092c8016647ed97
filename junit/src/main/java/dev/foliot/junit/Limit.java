package dev.foliot.junit;

import dev.foliot.bench.TimeSpan;
import java.time.Duration;

/** A limit that a duration must stay below. */
final class Limit {
  private final long ns;

  Limit(Duration limit) {
    if (limit.isZero() || limit.isNegative()) {
      throw new IllegalArgumentException("a limit is above zero, not " + limit);
    }
    ns = limit.toNanos();
  }

  boolean isAbove(double otherNs) {
    return otherNs < ns;
  }

  @Override
  public String toString() {
    return TimeSpan.format(ns);
  }
}
