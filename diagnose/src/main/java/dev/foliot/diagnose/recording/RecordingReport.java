package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.recording.RecordingExamination.Outcome;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.ExaminationReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.RecordingReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reports a recording: findings, and what was examined. Pure. */
final class RecordingReport {
  private static final double NS_PER_S = 1e9;

  private RecordingReport() {}

  /** The outcome without a recording. */
  static Outcome unavailable(Reason why) {
    return new Outcome(
        ExaminationRecord.of(
            Status.UNAVAILABLE,
            new ExaminationReason.CannotExamine(why),
            "could not look: " + why.text(),
            List.of(),
            List.of(why)),
        List.of(),
        OutsideEvidence.NONE);
  }

  /**
   * The outcome of a recording.
   *
   * @param cutShort why it ended before its time
   */
  static Outcome of(RecordingObservations recorded, Optional<Reason> cutShort) {
    List<Reason> limits = new ArrayList<>();
    if (recorded.lostBytes() > 0) {
      limits.add(new RecordingReason.EventsLost(recorded.lostBytes()));
    }
    List<ResourceFinding> findings = RecordingJudge.findings(recorded);
    Optional<Reason> reason =
        cutShort.or(() -> limits.stream().findFirst().map(ExaminationReason.PartMissing::new));
    return new Outcome(
        ExaminationRecord.of(
            reason.isPresent() ? Status.PARTIAL : Status.DONE,
            reason.orElse(null),
            summary(findings, reason.isPresent()),
            lookedAt(recorded),
            limits),
        findings,
        new OutsideEvidence(recorded));
  }

  private static String summary(List<ResourceFinding> findings, boolean isPartial) {
    if (findings.isEmpty()) {
      return isPartial
          ? "nothing found in what was recorded"
          : "exceptions, deoptimisation and I/O take little time";
    }
    ResourceFinding first = findings.getFirst();
    return Numbers.count(findings.size(), "finding")
        + ", first: "
        + first.title()
        + " ("
        + first.severity().words()
        + ")";
  }

  private static List<String> lookedAt(RecordingObservations recorded) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Numbers.count(recorded.events(), "event")
            + " of a flight recording over "
            + Numbers.duration(recorded.spanNs()));
    if (recorded.exceptions().perS() >= 0) {
      lines.add(Numbers.digits(recorded.exceptions().perS()) + " exceptions and errors a second");
    }
    lines.add(
        Numbers.digits(
                recorded.deoptimised().stream().mapToLong(Deoptimised::count).sum()
                    * NS_PER_S
                    / recorded.spanNs())
            + " deoptimisations a second, at "
            + Numbers.count(recorded.deoptimised().size(), "place"));
    lines.add(
        recorded.io().isEmpty()
            ? "no wait of 1 ms for a file or of 5 ms for a socket"
            : "threads that waited for I/O, on average: " + io(recorded));
    return lines;
  }

  private static String io(RecordingObservations recorded) {
    Map<String, Double> waiting = new TreeMap<>();
    for (IoWait one : recorded.io()) {
      waiting.merge(
          one.io().words() + (one.isVirtual() ? ", virtual threads" : ""),
          (double) one.where().ns() / recorded.spanNs(),
          Double::sum);
    }
    return waiting.entrySet().stream()
        .map(one -> one.getKey() + " " + Numbers.digits(one.getValue()))
        .collect(Collectors.joining("; "));
  }
}
