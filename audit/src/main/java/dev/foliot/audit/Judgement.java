package dev.foliot.audit;

import dev.foliot.bench.TimeSpan;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether an audit may be believed: a pure function of what the server lived through. */
final class Judgement {
  /** A percentile of fewer is of a handful. */
  private static final long FEW_REQUESTS = 1_000;

  private static final double LATENESS_SHARE = 0.10;
  private static final double UNPLANNED_SHARE = 0.01;

  private Judgement() {}

  static Validity of(AuditPlan plan, AuditServed served, long unlogged, @Nullable String failure) {
    List<String> invalid = new ArrayList<>();
    if (failure != null) {
      invalid.add(failure);
    }
    if (served.requests() == 0) {
      invalid.add("no request arrived: write {url} where the tool takes its address");
    } else if (served.answered() == 0) {
      invalid.add("no request was answered: the tool gave up before the service time had passed");
    }
    if (!invalid.isEmpty()) {
      return new Validity(Verdict.INVALID, invalid);
    }
    List<String> suspect = new ArrayList<>();
    lateness(served, suspect);
    stalls(plan, served, suspect);
    requests(served, unlogged, suspect);
    return suspect.isEmpty() ? Validity.valid() : new Validity(Verdict.SUSPECT, suspect);
  }

  private static void lateness(AuditServed served, List<String> suspect) {
    long errorNs = served.latenessP99Ns() + served.blurP99Ns();
    if (errorNs > LATENESS_SHARE * served.servedP99Ns()) {
      suspect.add(
          String.format(
              Locale.ROOT,
              "the server itself was late: %.0f us at the 99th percentile, of %.0f us that it took"
                  + " to serve; load it less, or give it a longer --service",
              errorNs / 1e3,
              served.servedP99Ns() / 1e3));
    }
  }

  private static void stalls(AuditPlan plan, AuditServed served, List<String> suspect) {
    if (plan.stalls() && served.stalls().stream().noneMatch(AuditStall::planned)) {
      suspect.add(
          String.format(
              Locale.ROOT,
              "no stall fell into the load of %.3g s: load it for several times %s, or lower"
                  + " --every",
              served.loadNs() / 1e9,
              TimeSpan.format(plan.everyNs())));
    }
    long unplannedNs =
        served.stalls().stream()
            .filter(stall -> !stall.planned())
            .mapToLong(AuditStall::lengthNs)
            .sum();
    if (unplannedNs > UNPLANNED_SHARE * served.loadNs()) {
      suspect.add(
          String.format(
              Locale.ROOT,
              "the machine held the server up for %.1f %% of the load, unplanned",
              100.0 * unplannedNs / served.loadNs()));
    }
  }

  private static void requests(AuditServed served, long unlogged, List<String> suspect) {
    if (served.requests() < FEW_REQUESTS) {
      suspect.add("only " + served.requests() + " requests: the high percentiles are of a handful");
    }
    if (unlogged > 0) {
      suspect.add(
          unlogged
              + " requests came after the log was full ("
              + RequestLog.MOST
              + "); the tool's report has them and users waited has not");
    }
    if (served.refused() > 0) {
      suspect.add(served.refused() + " requests were no HTTP/1 that the server takes");
    }
    if (served.cutOff() > 0) {
      suspect.add(
          served.cutOff()
              + " clients were cut off: more than "
              + RequestReader.MOST_CONNECTIONS
              + " connections, "
              + Connection.MOST_UNANSWERED
              + " requests in flight on one, or answers that were never read");
    }
  }
}
