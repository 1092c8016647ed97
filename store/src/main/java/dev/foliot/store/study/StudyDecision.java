package dev.foliot.store.study;

import java.util.Objects;

/**
 * A change of size decided by an adaptive pool: a line of {@code decisions.csv}.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before
 * @param number of the change since the service started
 * @param from threads before
 * @param to threads after
 * @param reason the pool's reason
 */
public record StudyDecision(double atMs, long number, long from, long to, String reason) {
  /** Checks that nothing is missing. */
  public StudyDecision {
    Objects.requireNonNull(reason, "reason");
  }
}
