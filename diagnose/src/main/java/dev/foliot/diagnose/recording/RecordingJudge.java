package dev.foliot.diagnose.recording;

import dev.foliot.diagnose.recording.RecordingObservations.Blocking;
import dev.foliot.diagnose.recording.RecordingObservations.Deoptimised;
import dev.foliot.diagnose.recording.RecordingObservations.Exceptions;
import dev.foliot.diagnose.recording.RecordingObservations.Io;
import dev.foliot.diagnose.recording.RecordingObservations.IoWait;
import dev.foliot.diagnose.recording.RecordingObservations.Thrown;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides which events of a recording are findings, by the thresholds named in each finding. Pure.
 *
 * <p>A recording gives the number of exceptions and deoptimisations and not their time, so a time
 * is assumed for each. It depends on the depth of the stack and on how soon the code is compiled
 * again, and is often longer.
 */
final class RecordingJudge {
  static final double EXCEPTION_NS = 10_000;
  static final double DEOPTIMISATION_NS = 20_000;

  /** Code that warms up is left a few times at each place. */
  static final long FEWEST_AT_PLACE = 20;

  /** Rarer waits say little about the rest of the time. */
  static final long FEWEST_WAITS = 5;

  private static final int MOST_IO = 4;
  private static final int MOST_SHOWN = 5;
  private static final double NS_PER_S = 1e9;
  private static final double NS_PER_MS = 1e6;

  /** Linux delays an acknowledgement by 40 ms, or by 44 with a clock of 250 Hz. */
  private static final double DELAY_LEAST_NS = 38e6;

  private static final double DELAY_MOST_NS = 46e6;
  private static final double DELAY_LONGEST_NS = 80e6;
  private static final int FEWEST_DELAYED = 20;
  private static final double SURE = 0.9;
  private static final double ASSUMED = 0.7;
  private static final double UNKNOWN_SIDE = 0.5;

  private RecordingJudge() {}

  /** The findings, the most severe first. */
  static List<ResourceFinding> findings(RecordingObservations recorded) {
    return Stream.of(
            exceptions(recorded).stream(),
            deoptimisation(recorded).stream(),
            recorded.io().stream()
                .flatMap(one -> blocking(recorded, one).stream())
                .sorted(Comparator.comparing(ResourceFinding::severity))
                .limit(MOST_IO))
        .flatMap(all -> all)
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }

  /** The share of the process's CPU time, or of one CPU where that is unknown. */
  private static double cpuShare(RecordingObservations recorded, double perS, double eachNs) {
    double cpus = recorded.processCpus() > 0 ? recorded.processCpus() : 1;
    return Math.min(1, perS * eachNs / NS_PER_S / cpus);
  }

  private static Optional<ResourceFinding> exceptions(RecordingObservations recorded) {
    Exceptions exceptions = recorded.exceptions();
    double share = cpuShare(recorded, exceptions.perS(), EXCEPTION_NS);
    return FindingKind.EXCEPTIONS
        .severity(share, exceptions.perS())
        .map(severity ->
            new ResourceFinding(
                FindingKind.EXCEPTIONS,
                new Grade(severity, new RecordingReason.ExceptionsThrown(exceptions.perS(), share)),
                exceptions.sites().stream()
                    .findFirst()
                    .map(one -> at(one.className(), one.place()))
                    .orElse("exceptions"),
                thrown(exceptions),
                FindingKind.EXCEPTIONS.advice(ASSUMED)));
  }

  private static List<Evidence> thrown(Exceptions exceptions) {
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(new Evidence("exceptions and errors created", exceptions.perS(), "a second"));
    for (Thrown one : exceptions.sites().stream().limit(MOST_SHOWN).toList()) {
      evidence.add(
          new Evidence(
              at(one.className(), one.place()),
              100.0 * one.count() / exceptions.sampled(),
              "%",
              "of " + Numbers.count(exceptions.sampled(), "sampled one")));
    }
    if (exceptions.sites().isEmpty()) {
      evidence.add(new Evidence("where", null, "", "none was sampled: diagnose for longer"));
    }
    return evidence;
  }

  private static Optional<ResourceFinding> deoptimisation(RecordingObservations recorded) {
    List<Deoptimised> places =
        recorded.deoptimised().stream().filter(one -> one.count() >= FEWEST_AT_PLACE).toList();
    double perS =
        places.stream().mapToLong(Deoptimised::count).sum() * NS_PER_S / recorded.spanNs();
    double share = cpuShare(recorded, perS, DEOPTIMISATION_NS);
    return FindingKind.DEOPTIMISATION
        .severity(share, perS)
        .map(severity ->
            new ResourceFinding(
                FindingKind.DEOPTIMISATION,
                new Grade(severity, new RecordingReason.CodeDeoptimised(perS, share)),
                places.getFirst().place(),
                left(recorded, places),
                new Advice(
                    FindingKind.DEOPTIMISATION.explanation(),
                    RecordingText.deoptimisationRemedies(places.getFirst().reason()),
                    ASSUMED)));
  }

  private static List<Evidence> left(RecordingObservations recorded, List<Deoptimised> places) {
    return places.stream()
        .limit(MOST_SHOWN)
        .map(one ->
            new Evidence(
                "left at " + one.place(),
                one.count() * NS_PER_S / recorded.spanNs(),
                "a second",
                "reason " + one.reason() + ", action " + one.action()))
        .toList();
  }

  private static Optional<ResourceFinding> blocking(RecordingObservations recorded, IoWait wait) {
    Blocking where = wait.where();
    double waiting = (double) where.ns() / recorded.spanNs();
    double ofThreads = Math.min(1, waiting / where.threadCount());
    Optional<Severity> severity = FindingKind.BLOCKING_IO.severity(waiting, ofThreads);
    if (!isLost(wait) || where.count() < FEWEST_WAITS || severity.isEmpty()) {
      return Optional.empty();
    }
    boolean isCapped = wait.io() == Io.SOCKET_READ;
    return Optional.of(
        new ResourceFinding(
            FindingKind.BLOCKING_IO,
            new Grade(
                isCapped ? Severity.LOW : severity.get(),
                new RecordingReason.IoWaited(waiting, ofThreads, isCapped)),
            at(wait.io().words(), where.place()),
            waits(recorded, wait),
            advice(wait, isCapped ? UNKNOWN_SIDE : SURE)));
  }

  private static Advice advice(IoWait wait, double confidence) {
    String explanation = RecordingText.blocking(wait.io());
    List<String> remedies = RecordingText.blockingRemedies(wait.io());
    return isDelayed(wait)
        ? new Advice(
            explanation + RecordingText.delayed(),
            Stream.concat(RecordingText.delayedRemedies().stream(), remedies.stream()).toList(),
            confidence)
        : new Advice(explanation, remedies, confidence);
  }

  /** Whether the waits for a socket last as long as Linux delays an acknowledgement. */
  private static boolean isDelayed(IoWait wait) {
    Blocking where = wait.where();
    double meanNs = (double) where.ns() / Math.max(1, where.count());
    boolean isRead =
        switch (wait.io()) {
          case CALL, SOCKET_READ, REQUEST -> true;
          case FORCE, FILE_READ, FILE_WRITE, SOCKET_WRITE -> false;
        };
    return isRead
        && where.count() >= FEWEST_DELAYED
        && meanNs >= DELAY_LEAST_NS
        && meanNs <= DELAY_MOST_NS
        && where.longestNs() <= DELAY_LONGEST_NS;
  }

  /** A wait for a request is no loss, and a virtual thread leaves its carrier to others. */
  private static boolean isLost(IoWait wait) {
    return switch (wait.io()) {
      case FORCE, FILE_READ, FILE_WRITE -> true;
      case CALL, SOCKET_READ, SOCKET_WRITE -> !wait.isVirtual();
      case REQUEST -> false;
    };
  }

  private static List<Evidence> waits(RecordingObservations recorded, IoWait wait) {
    Blocking where = wait.where();
    return List.of(
        new Evidence(
            "threads that wait",
            (double) where.ns() / recorded.spanNs(),
            "on average",
            Numbers.count(where.threadCount(), "different one")
                + ": "
                + String.join(", ", where.threads())),
        new Evidence(
            "waits",
            where.count() * NS_PER_S / recorded.spanNs(),
            "a second",
            String.join(", ", wait.targets())),
        new Evidence("mean wait", where.ns() / NS_PER_MS / where.count(), "ms"),
        new Evidence("longest wait", where.longestNs() / NS_PER_MS, "ms"));
  }

  /** The place is empty if unknown. */
  static String at(String what, String place) {
    return place.isEmpty() ? what : what + " at " + place;
  }
}
