package dev.foliot.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * A stall: tasks wait and no task ends, or no thread begins them. Immutable.
 *
 * @param when the time of detection
 * @param running number of running tasks
 * @param queued number of waiting tasks
 * @param oldestWait the wait of the first of them, 0 or more
 * @param reason the reason, with figures; empty if unknown
 */
public record Hang(Instant when, int running, int queued, Duration oldestWait, String reason) {
  /** A stall without a known reason. */
  public Hang(Instant when, int running, int queued, Duration oldestWait) {
    this(when, running, queued, oldestWait, "");
  }
}
