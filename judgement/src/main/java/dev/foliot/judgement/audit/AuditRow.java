package dev.foliot.judgement.audit;

import org.jspecify.annotations.Nullable;

/**
 * A percentile as the tool reported it and as users waited.
 *
 * @param percentile above 0, at most 100, the maximum
 * @param saidNs null if the tool did not report it
 * @param waitedNs the users' waiting time
 */
public record AuditRow(double percentile, @Nullable Long saidNs, long waitedNs) {
  private static final double ALIKE = 1.25;

  /**
   * The users' waiting time divided by the reported time; null without a reported time above zero.
   */
  public @Nullable Double ratio() {
    return saidNs == null || saidNs == 0 ? null : waitedNs / (double) saidNs;
  }

  /** The verdict from this row alone. */
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
