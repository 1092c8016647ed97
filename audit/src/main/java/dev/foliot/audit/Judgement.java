package dev.foliot.audit;

import dev.foliot.bench.TimeSpan;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The validity of an audit: a pure function of the server's history. */
final class Judgement {
  /** A percentile of fewer requests depends on a handful. */
  private static final long FEW_REQUESTS = 1_000;

  private static final double LATENESS_SHARE = 0.10;
  private static final double UNPLANNED_SHARE = 0.01;

  private Judgement() {}

  static Validity of(
      AuditPlan plan, AuditServed served, long unlogged, @Nullable String failure, int exitCode) {
    List<Reason> invalid = new ArrayList<>();
    if (failure != null) {
      invalid.add(new AuditReason.AuditServerFailed(failure));
    }
    if (served.requests() == 0) {
      invalid.add(new AuditReason.NoRequestArrived());
    } else if (served.answered() == 0) {
      invalid.add(new AuditReason.NoRequestAnswered());
    }
    if (!invalid.isEmpty()) {
      return Validity.of(Verdict.INVALID, invalid);
    }
    List<Reason> suspect = new ArrayList<>();
    if (exitCode != 0) {
      suspect.add(new AuditReason.ToolFailedAfterItsReport(exitCode));
    }
    lateness(served, suspect);
    stalls(plan, served, suspect);
    requests(served, unlogged, suspect);
    return suspect.isEmpty() ? Validity.valid() : Validity.of(Verdict.SUSPECT, suspect);
  }

  private static void lateness(AuditServed served, List<Reason> suspect) {
    long errorNs = served.p99().latenessNs() + served.p99().blurNs();
    if (errorNs > LATENESS_SHARE * served.p99().servedNs()) {
      suspect.add(new AuditReason.AuditServerLate(errorNs, served.p99().servedNs()));
    }
  }

  private static void stalls(AuditPlan plan, AuditServed served, List<Reason> suspect) {
    if (plan.stalls() && served.stalls().stream().noneMatch(AuditStall::planned)) {
      suspect.add(new AuditReason.NoStallInLoad(served.loadNs(), TimeSpan.format(plan.everyNs())));
    }
    long unplannedNs =
        served.stalls().stream()
            .filter(stall -> !stall.planned())
            .mapToLong(AuditStall::lengthNs)
            .sum();
    if (unplannedNs > UNPLANNED_SHARE * served.loadNs()) {
      suspect.add(new AuditReason.AuditServerHeldUp((double) unplannedNs / served.loadNs()));
    }
  }

  private static void requests(AuditServed served, long unlogged, List<Reason> suspect) {
    if (served.requests() < FEW_REQUESTS) {
      suspect.add(new AuditReason.FewRequests(served.requests()));
    }
    if (unlogged > 0) {
      suspect.add(new AuditReason.RequestsUnlogged(unlogged, RequestLog.MOST));
    }
    if (served.refused() > 0) {
      suspect.add(new AuditReason.RequestsRefused(served.refused()));
    }
    if (served.cutOff() > 0) {
      suspect.add(
          new AuditReason.ClientsCutOff(
              served.cutOff(), RequestReader.MOST_CONNECTIONS, Connection.MOST_UNANSWERED));
    }
  }
}
