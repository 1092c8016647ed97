package dev.foliot.diagnose;

import dev.foliot.diagnose.hotspot.HotspotJvm;
import dev.foliot.diagnose.sharing.SharingExamination;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.ProcessTimes;
import dev.foliot.linux.Reading;
import dev.foliot.store.ClearedClass;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.ExaminationRecord;
import dev.foliot.store.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
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
    SHARING
  }

  /**
   * What is asked for.
   *
   * @param duration how long to look at most, from 1 s
   * @param only the examinations to make
   */
  public record Request(Duration duration, Set<Examination> only) {
    /** Keeps a copy. */
    public Request {
      Objects.requireNonNull(duration, "duration");
      only = Set.copyOf(only);
    }
  }

  /** Is told where a diagnosis stands; called by the thread that examines. */
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

  private DiagnosisRecord examine(
      HotspotJvm jvm, Request request, Progress progress, Instant started) {
    Map<String, ExaminationRecord> examinations = new LinkedHashMap<>();
    List<Finding> findings = List.of();
    List<ClearedClass> cleared = List.of();
    @Nullable Boolean cured = null;
    long hits = 0;
    double hitNs = 0;
    double worst = 0;
    if (request.only().contains(Examination.SHARING)) {
      SharingExamination.Outcome outcome =
          SharingExamination.of(jvm, root, request.duration(), progress::step);
      examinations.put("sharing", outcome.record());
      findings = outcome.findings();
      cleared = outcome.cleared();
      cured = outcome.cured().isPresent() ? outcome.cured().get() : null;
      hits = outcome.watchpointHits();
      hitNs = outcome.hitNs();
      worst = outcome.worstThreadShare();
    }
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        jvm.pid(),
        new DiagnosisRecord.Jvm(jvm.version(), jvm.vendor(), jvm.mainClass(), cured),
        started.truncatedTo(ChronoUnit.MILLIS).toString(),
        Duration.between(started, Instant.now()).toMillis() / MILLIS_PER_S,
        examinations,
        findings,
        cleared,
        new DiagnosisRecord.Cost(cpuS(), hits, hitNs, worst));
  }

  /** What this process has used; 0 where that cannot be read. */
  private double cpuS() {
    return switch (ProcessTimes.of(root, ProcessHandle.current().pid())) {
      case Reading.Value<ProcessTimes>(ProcessTimes times) ->
          (double) (times.userTicks() + times.systemTicks()) / ClockTicks.of(root).perSecond();
      case Reading.Unavailable<ProcessTimes> unavailable -> 0;
    };
  }
}
