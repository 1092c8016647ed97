package dev.foliot.service.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * A time range, by the clock of a JVM's events.
 *
 * @param from its beginning
 * @param to its end
 */
public record Span(Instant from, Instant to) {
  /** All times. */
  static final Span ALL = new Span(Instant.MIN, Instant.MAX);

  /**
   * A time range of some length.
   *
   * @param startEpochMs its beginning, in milliseconds since 1970
   */
  public static Span of(long startEpochMs, long durationNs) {
    Instant from = Instant.ofEpochMilli(startEpochMs);
    return new Span(from, from.plus(Duration.ofNanos(durationNs)));
  }
}
