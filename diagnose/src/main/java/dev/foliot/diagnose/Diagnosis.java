package dev.foliot.diagnose;

import dev.foliot.diagnose.recording.OutsideEvidence;
import dev.foliot.diagnose.sharing.SharingExamination;
import dev.foliot.diagnose.watch.WatchTurns;
import dev.foliot.diagnose.words.WordsExamination;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Examines a live JVM from outside, by its process id. */
public final class Diagnosis {
  /** The most severe first, and of these the surest. */
  static final Comparator<Finding> MOST_SEVERE =
      Comparator.comparing(Finding::severity)
          .thenComparing(finding -> finding.advice().confidence(), Comparator.reverseOrder());

  private static final double MILLIS_PER_S = 1_000;

  private final Path root;

  /** Creates a diagnosis for the kernel whose files are below {@code root}, usually "/". */
  public Diagnosis(Path root) {
    this.root = root;
  }

  /** The examinations of a diagnosis. */
  public enum Examination {
    /** Cache lines of HotSpot's own structures that threads share. */
    SHARING,
    /** CPU performance counters. */
    COUNTERS,
    /** Threads that wait for a CPU, and threads that sleep although work is queued. */
    SCHEDULER,
    /** The parts of the memory, and their growth. */
    MEMORY,
    /** The JVM's own costs: collections, safepoints, compilers, the live heap. */
    RUNTIME,
    /** Threads that wait for locks, for each other, or for a blocked pool. */
    LOCKS,
    /** Words of the program's data that several threads write, and type checks that fail. */
    WORDS,
    /** Exceptions, deoptimisations and blocking I/O; made only if the JVM may be asked. */
    RECORDING
  }

  /**
   * The parameters of a diagnosis.
   *
   * @param duration the longest observation, from 1 s
   * @param only the examinations to make
   * @param attach whether the JVM may be asked through its attach socket, which starts a thread in
   *     it, and may record its events; examinations that need this are otherwise not made
   */
  public record Request(Duration duration, Set<Examination> only, boolean attach) {
    /** Keeps a copy. */
    public Request {
      Objects.requireNonNull(duration, "duration");
      only = Set.copyOf(only);
    }
  }

  /** Receives the progress of a diagnosis, on the examining thread. */
  public interface Progress {
    /** Announces a step; {@code done} is the elapsed share of the time, up to 1. */
    void step(String what, double done);
  }

  /**
   * Examines process {@code pid}.
   *
   * <p>Unavailable, with a remedy, if no such process exists, if it is not a HotSpot of JDK 17 or
   * later, or if reading it is forbidden. An interrupt of the calling thread ends it early, with
   * the results so far. It leaves nothing behind in the target.
   *
   * <p>The recorded cost is that of this process since its start, including the start of its JVM.
   */
  public Reading<DiagnosisRecord> of(long pid, Request request, Progress progress) {
    Instant started = Instant.now();
    progress.step("attaching to process " + pid, 0);
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> unavailable -> unavailable.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield Reading.of(examine(jvm, request, progress, started));
        }
      }
    };
  }

  /** Runs all examinations at the same time; those with watchpoints take turns. */
  private DiagnosisRecord examine(
      HotspotJvm jvm, Request request, Progress progress, Instant started) {
    WatchTurns turns = new WatchTurns();
    OtherExaminations others = new OtherExaminations(root, jvm.pid(), request, turns);
    Map<String, ExaminationRecord> examinations = new LinkedHashMap<>();
    List<Finding> findings = new ArrayList<>();
    SharingExamination.@Nullable Outcome sharing = null;
    try {
      others.start();
      if (request.only().contains(Examination.SHARING)) {
        try {
          sharing = SharingExamination.of(jvm, root, request.duration(), turns, progress::step);
          examinations.put("sharing", sharing.record());
          findings.addAll(sharing.findings());
        } catch (RuntimeException e) {
          // the other examinations have results
          examinations.put("sharing", OtherExaminations.failed(e.toString()));
        }
      } else {
        progress.step("looking at process " + jvm.pid(), 0);
      }
    } finally {
      others.join();
    }
    others
        .ended()
        .forEach((name, examined) -> {
          examinations.put(name, examined.record());
          findings.addAll(examined.findings());
          findings.replaceAll(finding -> confirmed(finding, examined.confirmed()));
        });
    findings.replaceAll(finding -> recorded(finding, others.evidence()));
    findings.sort(MOST_SEVERE);
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            jvm.pid(),
            new DiagnosisRecord.Jvm(
                jvm.version(),
                jvm.vendor(),
                jvm.mainClass(),
                sharing == null ? null : sharing.cured().orElse(null)),
            started.truncatedTo(ChronoUnit.MILLIS).toString(),
            Duration.between(started, Instant.now()).toMillis() / MILLIS_PER_S),
        examinations,
        findings,
        sharing == null ? List.of() : sharing.cleared(),
        cost(sharing, others.words()));
  }

  /** Adds another examination's confirmation of the same structure to the finding. */
  static Finding confirmed(Finding finding, Map<Long, String> seen) {
    return switch (finding) {
      case SharingFinding sharing -> {
        String evidence = seen.get(sharing.placement().place().address());
        yield evidence == null
            ? sharing
            : sharing.confirmedBy("Sampled accesses to memory show the same: " + evidence + ".");
      }
      case ResourceFinding resource -> resource;
    };
  }

  /** Adds what a flight recording shows of its cause to the finding. */
  static Finding recorded(Finding finding, OutsideEvidence evidence) {
    return switch (finding) {
      case SharingFinding sharing -> sharing;
      case ResourceFinding resource -> evidence.added(resource);
    };
  }

  private DiagnosisRecord.Cost cost(
      SharingExamination.@Nullable Outcome sharing, WordsExamination.@Nullable Outcome words) {
    long sharingHits = sharing == null ? 0 : sharing.watchpointHits();
    long wordsHits = words == null ? 0 : words.watchpointHits();
    double sharingNs = sharing == null ? 0 : sharing.hitNs();
    double wordsNs = words == null ? 0 : words.hitNs();
    long hits = sharingHits + wordsHits;
    return new DiagnosisRecord.Cost(
        cpuS(),
        hits,
        hits == 0
            ? Math.max(sharingNs, wordsNs)
            : (sharingHits * sharingNs + wordsHits * wordsNs) / hits,
        // each is what the thread lost to both
        Math.max(
            sharing == null ? 0 : sharing.worstThreadShare(),
            words == null ? 0 : words.worstThreadShare()));
  }

  /** The CPU seconds of this process; 0 if unreadable. */
  private double cpuS() {
    return switch (ProcessTimes.of(root, ProcessHandle.current().pid())) {
      case Reading.Value<ProcessTimes>(ProcessTimes times) ->
          (double) (times.userTicks() + times.systemTicks()) / ClockTicks.of(root).perSecond();
      case Reading.Unavailable<ProcessTimes> unavailable -> 0;
    };
  }

  /**
   * Checks that the system is Linux.
   *
   * @param system the name of the operating system
   * @throws LabException on another one
   */
  public static void mustBeLinux(String system) {
    if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
      throw LabException.environment(
          "diagnose reads /proc, which "
              + Shown.text(system)
              + " has not: run it on Linux, where the JVM is; compare and report work here too");
    }
  }
}
