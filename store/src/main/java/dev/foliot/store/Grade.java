package dev.foliot.store;

import java.util.Objects;

/**
 * How severe a finding is, and by which figures.
 *
 * @param severity what it costs
 * @param severityReason the figures that the severity rests on, in words, with the thresholds
 */
public record Grade(Severity severity, String severityReason) {
  /** Checks that nothing is missing. */
  public Grade {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(severityReason, "severity_reason");
  }
}
