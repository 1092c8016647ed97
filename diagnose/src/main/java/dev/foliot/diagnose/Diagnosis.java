package dev.foliot.diagnose;

import dev.foliot.diagnose.sharing.SharingExamination;
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

/** The examination of a live JVM, from outside, by its process id. */
public final class Diagnosis {
  private static final double MILLIS_PER_S = 1_000;

  private final Path root;

  /** A diagnosis by the kernel whose files are below {@code root}, usually "/". */
  public Diagnosis(Path root) {
    this.root = root;
  }

  /** What a diagnosis can look at. */
  public enum Examination {
    /** Cache lines of HotSpot's own structures that threads share. */
    SHARING,
    /** What the CPUs count. */
    COUNTERS,
    /** Who waits for a CPU, and who sleeps although there is work. */
    SCHEDULER,
    /** What the memory is made of, and what of it grows. */
    MEMORY
  }

  /**
   * What is asked for.
   *
   * @param duration how long to look at most, from 1 s
   * @param only the examinations to make
   * @param attach whether the JVM may be asked through its attach socket, which starts a thread in
   *     it; what needs it is unavailable otherwise
   */
  public record Request(Duration duration, Set<Examination> only, boolean attach) {
    /** Keeps a copy. */
    public Request {
      Objects.requireNonNull(duration, "duration");
      only = Set.copyOf(only);
    }
  }

  /** Receives where a diagnosis stands; called by the thread that examines. */
  public interface Progress {
    /** A step begins, in words; {@code done} is the share of the time that has passed, to 1. */
    void step(String what, double done);
  }

  /**
   * Looks at process {@code pid}. Unavailable, with what to do, where there is no such process, it
   * is not a HotSpot of JDK 17 or later, or may not be read. Ends early, with what it has so far,
   * when the calling thread is interrupted; leaves nothing behind in the target.
   *
   * <p>The cost in the record is that of this process since its start, the JVM's own start
   * included.
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

  /** All at the same time; those beside the cache lines need no watchpoint. */
  private DiagnosisRecord examine(
      HotspotJvm jvm, Request request, Progress progress, Instant started) {
    OtherExaminations others = new OtherExaminations(root, jvm.pid(), request);
    Map<String, ExaminationRecord> examinations = new LinkedHashMap<>();
    List<Finding> findings = new ArrayList<>();
    SharingExamination.@Nullable Outcome sharing = null;
    try {
      others.start();
      if (request.only().contains(Examination.SHARING)) {
        try {
          sharing = SharingExamination.of(jvm, root, request.duration(), progress::step);
          examinations.put("sharing", sharing.record());
          findings.addAll(sharing.findings());
        } catch (RuntimeException e) {
          // the others have looked all the same
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
    findings.sort(Comparator.comparing(Finding::severity));
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        jvm.pid(),
        new DiagnosisRecord.Jvm(
            jvm.version(),
            jvm.vendor(),
            jvm.mainClass(),
            sharing == null ? null : sharing.cured().orElse(null)),
        started.truncatedTo(ChronoUnit.MILLIS).toString(),
        Duration.between(started, Instant.now()).toMillis() / MILLIS_PER_S,
        examinations,
        findings,
        sharing == null ? List.of() : sharing.cleared(),
        new DiagnosisRecord.Cost(
            cpuS(),
            sharing == null ? 0 : sharing.watchpointHits(),
            sharing == null ? 0 : sharing.hitNs(),
            sharing == null ? 0 : sharing.worstThreadShare()));
  }

  /** What another examination saw of the same structure goes with the finding. */
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

  /** What this process has used; 0 where that cannot be read. */
  private double cpuS() {
    return switch (ProcessTimes.of(root, ProcessHandle.current().pid())) {
      case Reading.Value<ProcessTimes>(ProcessTimes times) ->
          (double) (times.userTicks() + times.systemTicks()) / ClockTicks.of(root).perSecond();
      case Reading.Unavailable<ProcessTimes> unavailable -> 0;
    };
  }

  /**
   * Passes on Linux.
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
