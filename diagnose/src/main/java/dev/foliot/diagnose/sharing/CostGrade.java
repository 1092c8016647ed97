package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.reason.SharingReason;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.text.Reason;
import java.util.Optional;

/**
 * The severity of a finding, with its reason. Immutable.
 *
 * @param cost the figures, with the thresholds
 */
record CostGrade(Severity severity, Reason cost) {
  /** From this rate on it needs action, if the share is unknown. */
  static final double MEDIUM_PER_S = 50_000;

  /**
   * Grades the check's cost or, if that was not measured, the write rate.
   *
   * @param cpus that the threads may use together; 0 when not known
   * @param isObserved whether threads were observed at the same time
   */
  static CostGrade of(
      Optional<CheckCost.Share> share, WriteRate rate, int cpus, boolean isObserved) {
    CostGrade grade = share.map(CostGrade::byShare).orElseGet(() -> byRate(rate));
    if (cpus == 1) {
      grade =
          new CostGrade(
              grade.severity == Severity.HIGH ? Severity.MEDIUM : grade.severity,
              new SharingReason.OnOneCpu(grade.cost));
    }
    return isObserved
        ? grade
        : new CostGrade(Severity.LOW, new SharingReason.MeetingUnknown(grade.cost));
  }

  private static CostGrade byShare(CheckCost.Share share) {
    double value = share.value();
    return new CostGrade(
        FindingKind.TRUE_SHARING.severity(value).orElse(Severity.LOW),
        new SharingReason.CheckCostShare(
            value,
            Math.round(share.at()),
            share.of(),
            (double) share.together() / share.of(),
            share.others()));
  }

  private static CostGrade byRate(WriteRate rate) {
    return new CostGrade(
        rate.perS() >= MEDIUM_PER_S ? Severity.MEDIUM : Severity.LOW,
        new SharingReason.CheckCostUnknown(rate.perS(), precision(rate)));
  }

  /** Grades a word whose writers could not be watched. */
  static CostGrade unwatched(WriteRate rate) {
    return new CostGrade(
        Severity.LOW, new SharingReason.WritersUnknown(rate.perS(), precision(rate)));
  }

  /** The precision of a rate, for texts. */
  static SharingReason.Precision precision(WriteRate rate) {
    return switch (rate.bound()) {
      case EXACT -> SharingReason.Precision.EXACT;
      case ESTIMATE -> SharingReason.Precision.ABOUT;
      case AT_LEAST -> SharingReason.Precision.AT_LEAST;
    };
  }
}
