package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
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

  /**
   * The outcome of a recording.
   *
   * @param cutShort why it ended before its time
   */
  static Outcome<ResourceFinding> of(RecordingObservations recorded, Optional<Reason> cutShort) {
    List<Reason> limits = new ArrayList<>();
    if (recorded.lostBytes() > 0) {
      limits.add(new RecordingReason.EventsLost(recorded.lostBytes()));
    }
    Outcome<ResourceFinding> outcome =
        Outcome.of(
            RecordingJudge.findings(recorded),
            cutShort,
            limits,
            "exceptions, deoptimisation and long waits for I/O take little time",
            "nothing found in what was recorded",
            lookedAt(recorded));
    return outcome.with(Outcome.Besides.of(new OutsideEvidence(recorded)::added));
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
            ? "no wait of 50 us for fsync, of 1 ms for a file or of 5 ms for a socket; shorter ones"
                + " are not recorded"
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
