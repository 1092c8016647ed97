package dev.foliot.diagnose.sharing;

import dev.foliot.store.Severity;
import dev.foliot.store.WriteRate;
import java.util.Optional;

/**
 * How grave a finding is, and why.
 *
 * @param reason the figures, with the thresholds
 */
record CostGrade(Severity severity, String reason) {
  /** From this share of the CPU samples on it is worth acting on today. */
  static final double HIGH = 0.10;

  /** From this share on it is worth acting on. */
  static final double MEDIUM = 0.02;

  /** Of the classes that share the code. */
  private static final int MOST_NAMED = 3;

  /** From this rate on it is worth acting on, where the share is not known. */
  static final double MEDIUM_PER_S = 50_000;

  /**
   * By what the check costs, or where that was not measured by how often the word is written.
   *
   * @param cpus that the writing threads may use together; 0 when not known
   */
  static CostGrade of(Optional<CheckCost.Share> share, WriteRate rate, int cpus) {
    CostGrade grade = share.map(CostGrade::byShare).orElseGet(() -> byRate(rate));
    if (cpus == 1) {
      Severity most = grade.severity == Severity.HIGH ? Severity.MEDIUM : grade.severity;
      return new CostGrade(
          most,
          grade.reason
              + "; at most medium, as the threads have one CPU together and cannot wait for each"
              + " other's caches");
    }
    return grade;
  }

  private static CostGrade byShare(CheckCost.Share share) {
    double value = share.value();
    Severity severity =
        value >= HIGH ? Severity.HIGH : value >= MEDIUM ? Severity.MEDIUM : Severity.LOW;
    return new CostGrade(
        severity,
        Figures.percent(value)
            + " of the samples of threads on a CPU ("
            + Math.round(share.at())
            + " of "
            + share.of()
            + ") are at this check: high from 10 % on, medium from 2 % on"
            + (share.others().isEmpty() ? "" : "; " + together(share)));
  }

  private static String together(CheckCost.Share share) {
    int named = Math.min(MOST_NAMED, share.others().size());
    int rest = share.others().size() - named;
    return "this class has its part, by the writes seen there, of the "
        + Figures.percent((double) share.together() / share.of())
        + " that are at its code, together with "
        + (rest == 0
            ? Figures.list(share.others())
            : String.join(", ", share.others().subList(0, named))
                + " and "
                + Figures.count(rest, "more class"));
  }

  private static CostGrade byRate(WriteRate rate) {
    Severity severity = rate.perS() >= MEDIUM_PER_S ? Severity.MEDIUM : Severity.LOW;
    return new CostGrade(
        severity,
        "what it costs was not measured; "
            + Rates.text(rate)
            + " writes a second: medium from 50,000 on, never high");
  }

  /** Of what nobody could be seen to do. */
  static CostGrade unwatched(WriteRate rate) {
    return new CostGrade(
        Severity.LOW,
        Rates.text(rate)
            + " writes a second, but who writes is not known: one thread alone would harm nobody");
  }

  /** The same where nobody was seen to wait. */
  CostGrade inDoubt() {
    return new CostGrade(
        Severity.LOW,
        reason
            + "; but low, as it could not be seen whether the threads come at the same time:"
            + " taking turns they would harm nobody");
  }
}
