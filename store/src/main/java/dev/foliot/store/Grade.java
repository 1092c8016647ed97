package dev.foliot.store;

import dev.foliot.text.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How severe a finding is, and by which figures.
 *
 * @param severity what it costs
 * @param severityReason the figures that the severity rests on, in words, with the thresholds
 * @param severityReasonCode the same as data; null in files of older versions
 */
public record Grade(Severity severity, String severityReason, @Nullable Reason severityReasonCode) {
  /** Checks that nothing is missing. */
  public Grade {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(severityReason, "severity_reason");
  }

  /** A severity by figures that are data. */
  public static Grade of(Severity severity, Reason reason) {
    return new Grade(severity, reason.text(), reason);
  }
}
