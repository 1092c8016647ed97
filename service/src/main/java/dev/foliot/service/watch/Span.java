package dev.foliot.service.watch;

import java.time.Duration;
import java.time.Instant;

/**
 * A stretch of time, as a JVM's events have it.
 *
 * @param from its beginning
 * @param to its end
 */
public record Span(Instant from, Instant to) {
  /** All there is. */
  static final Span ALL = new Span(Instant.MIN, Instant.MAX);

  /**
   * One of some length.
   *
   * @param startEpochMs its beginning, in milliseconds since 1970
   */
  public static Span of(long startEpochMs, long durationNs) {
    Instant from = Instant.ofEpochMilli(startEpochMs);
    return new Span(from, from.plus(Duration.ofNanos(durationNs)));
  }
}
