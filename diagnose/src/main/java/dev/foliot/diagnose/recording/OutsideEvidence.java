package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.locks.PoolName;
import dev.foliot.diagnose.recording.RecordingObservations.Allocated;
import dev.foliot.diagnose.recording.RecordingObservations.Blocking;
import dev.foliot.diagnose.recording.RecordingObservations.Operation;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.Numbers;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a recording adds to findings of other examinations: code places, threads and times.
 * Immutable.
 *
 * <p>A wait belongs to a lock by its class, and to a pool by the names of its threads.
 */
final class OutsideEvidence {
  private static final int MOST = 3;
  private static final double LEAST_OF_BYTES = 0.01;
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;
  private static final String SOURCE = "by the flight recording";

  private final RecordingObservations recorded;

  /** The evidence in a recording. */
  OutsideEvidence(RecordingObservations recorded) {
    this.recorded = recorded;
  }

  /** The finding with what the recording shows of its cause. */
  Finding added(Finding finding) {
    return switch (finding) {
      case SharingFinding sharing -> sharing;
      case ResourceFinding resource -> added(resource);
    };
  }

  private ResourceFinding added(ResourceFinding finding) {
    List<Evidence> more = of(recorded, finding);
    if (more.isEmpty()) {
      return finding;
    }
    // who asks for safepoints is their cause; the other figures only say how many there are
    boolean isCause = finding.kind() == FindingKind.SAFEPOINTS;
    return new ResourceFinding(
        finding.kind(),
        finding.grade(),
        isCause ? more.getFirst().name() : finding.subject(),
        Stream.concat(
                isCause ? more.stream() : finding.evidence().stream(),
                isCause ? finding.evidence().stream() : more.stream())
            .toList(),
        finding.advice());
  }

  private static List<Evidence> of(RecordingObservations recorded, ResourceFinding finding) {
    return switch (finding.kind()) {
      case LOCK_CONTENTION -> waits(recorded, ofLock(recorded, finding.subject()), one -> true);
      case PINNED_CARRIERS -> waits(recorded, recorded.pinned(), one -> true);
      case EXHAUSTED_POOL ->
          waits(
              recorded,
              Stream.concat(
                      recorded.locks().stream(),
                      recorded.io().stream()
                          .map(io ->
                              new Blocking(
                                  io.io().words(),
                                  io.where().place(),
                                  io.where().ns(),
                                  io.where().longestNs(),
                                  io.where().count(),
                                  io.where().threads(),
                                  io.where().threadCount())))
                  .toList(),
              one -> one.threads().stream().map(PoolName::of).anyMatch(finding.subject()::equals));
      case GC_PRESSURE -> allocated(recorded.allocated());
      case SAFEPOINTS, TIME_TO_SAFEPOINT -> operations(recorded);
      default -> List.of();
    };
  }

  /** The waits for a lock at its place; without any, those for its class at other places. */
  private static List<Blocking> ofLock(RecordingObservations recorded, String subject) {
    List<Blocking> there =
        recorded.locks().stream()
            .filter(one -> subject.equals(RecordingJudge.at(lock(one), one.place())))
            .toList();
    return there.isEmpty()
        ? recorded.locks().stream()
            .filter(one -> !one.what().isEmpty() && (subject + " ").startsWith(lock(one) + " "))
            .toList()
        : there;
  }

  /** The class of a lock; threads park for a nested one, its queue. */
  private static String lock(Blocking one) {
    int nested = one.what().indexOf('$');
    return nested > 0 && one.what().endsWith("Sync") ? one.what().substring(0, nested) : one.what();
  }

  private static List<Evidence> waits(
      RecordingObservations recorded, List<Blocking> all, Predicate<Blocking> isMeant) {
    return all.stream()
        .filter(isMeant)
        .filter(one -> !one.place().isEmpty())
        .limit(MOST)
        .map(one ->
            new Evidence(
                "waits at " + one.place() + what(one),
                (double) one.ns() / recorded.spanNs(),
                "threads on average",
                SOURCE
                    + "; "
                    + Numbers.count(one.count(), "wait")
                    + ", the longest "
                    + Numbers.duration(one.longestNs())
                    + by(one)))
        .toList();
  }

  private static String by(Blocking one) {
    return one.threads().isEmpty() ? "" : ", by " + String.join(", ", one.threads());
  }

  private static String what(Blocking one) {
    return one.what().isEmpty() ? "" : " for " + one.what();
  }

  private static List<Evidence> allocated(List<Allocated> all) {
    double bytes = all.stream().mapToLong(Allocated::bytes).sum();
    return all.stream()
        .limit(MOST)
        .filter(one -> one.bytes() >= LEAST_OF_BYTES * bytes)
        .map(one ->
            new Evidence(
                "allocated as " + RecordingJudge.at(one.className(), one.place()),
                100 * one.bytes() / bytes,
                "% of the bytes",
                SOURCE + ", sampled"))
        .toList();
  }

  private static List<Evidence> operations(RecordingObservations recorded) {
    return recorded.operations().stream()
        .limit(MOST)
        .map(one ->
            new Evidence(
                "operation " + one.name() + asked(one),
                one.count() * NS_PER_S / recorded.spanNs(),
                "a second",
                SOURCE
                    + ", "
                    + Numbers.fixed(one.ns() / NS_PER_MS / Math.max(1, one.count()), 2)
                    + " ms each"))
        .toList();
  }

  private static String asked(Operation one) {
    return one.thread().isEmpty() ? ", asked by the JVM" : ", asked by " + one.thread();
  }
}
