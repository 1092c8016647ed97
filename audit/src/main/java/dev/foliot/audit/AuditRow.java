package dev.foliot.audit;

import org.jspecify.annotations.Nullable;

/**
 * A percentile as the tool said it and as users waited it.
 *
 * @param percentile above 0, at most 100, which is the greatest
 * @param saidNs null if the tool did not say it
 * @param waitedNs what users waited
 */
public record AuditRow(double percentile, @Nullable Long saidNs, long waitedNs) {
  private static final double ALIKE = 1.25;

  /** How many times as long as said users waited; null without a said time above zero. */
  public @Nullable Double ratio() {
    return saidNs == null || saidNs == 0 ? null : waitedNs / (double) saidNs;
  }

  /** What follows from this row alone. */
  public AuditVerdict verdict() {
    if (saidNs == null) {
      return AuditVerdict.NOT_SAID;
    }
    if (waitedNs > saidNs * ALIKE) {
      return AuditVerdict.UNDERSTATES;
    }
    return waitedNs * ALIKE < saidNs ? AuditVerdict.OVERSTATES : AuditVerdict.AGREES;
  }
}
