package dev.foliot.diagnose;

import dev.foliot.diagnose.counters.CountersExamination;
import dev.foliot.diagnose.examination.Examination;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.examination.Outcome.WatchCost;
import dev.foliot.diagnose.examination.Target;
import dev.foliot.diagnose.examination.Target.Progress;
import dev.foliot.diagnose.locks.LocksExamination;
import dev.foliot.diagnose.memory.MemoryExamination;
import dev.foliot.diagnose.recording.RecordingExamination;
import dev.foliot.diagnose.runtime.RuntimeExamination;
import dev.foliot.diagnose.scheduler.SchedulerExamination;
import dev.foliot.diagnose.sharing.SharingExamination;
import dev.foliot.diagnose.words.WordsExamination;
import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessTimes;
import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingCauses;
import dev.foliot.store.diagnosis.ThreadTime;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Examines a live JVM from outside, by its process id. */
public final class Diagnosis {
  private static final double MILLIS_PER_S = 1_000;

  private final Path root;

  /** Creates a diagnosis for the kernel whose files are below {@code root}, usually "/". */
  public Diagnosis(Path root) {
    this.root = root;
  }

  /** All examinations, in the order of reports. */
  private static final List<Examination<?>> ALL =
      List.of(
          new SharingExamination(),
          new CountersExamination(),
          new SchedulerExamination(),
          new MemoryExamination(),
          new RuntimeExamination(),
          new LocksExamination(),
          new WordsExamination(),
          new RecordingExamination());

  /**
   * The parameters of a diagnosis.
   *
   * @param duration the longest observation, from 1 s
   * @param only the examinations to make
   * @param attach whether the JVM may be asked through its attach socket, which starts a thread in
   *     it, and may record its events; examinations that need this are otherwise not made
   */
  public record Request(Duration duration, Set<ExaminationKind> only, boolean attach) {
    /** Keeps a copy. */
    public Request {
      Objects.requireNonNull(duration, "duration");
      only = Set.copyOf(only);
    }

    /** Whether no examination is left out. */
    boolean isAll() {
      return only.size() == ExaminationKind.values().length;
    }
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
    try (Target target = Target.open(root, pid, request.duration(), request.attach(), progress)) {
      return target.opened().map(jvm -> examine(jvm, target, request, started));
    }
  }

  /** Runs all examinations at the same time; those with watchpoints take turns. */
  private DiagnosisRecord examine(HotspotJvm jvm, Target target, Request request, Instant started) {
    List<Examination<?>> chosen =
        ALL.stream()
            .filter(one -> request.only().contains(one.kind()))
            .filter(one -> request.attach() || !one.kind().needsAttach())
            .toList();
    if (!request.only().contains(ExaminationKind.SHARING)) {
      target.progress().step("looking at process " + jvm.pid(), 0);
    }
    Map<ExaminationKind, Outcome<?>> outcomes =
        new RunningExaminations(target).run(chosen, ExaminationKind.SHARING);
    Map<String, ExaminationRecord> examinations = new LinkedHashMap<>();
    List<Finding> findings = new ArrayList<>();
    List<ClearedClass> cleared = new ArrayList<>();
    WatchCost cost = WatchCost.NONE;
    Optional<Boolean> cured = Optional.empty();
    Optional<ThreadTime> time = Optional.empty();
    for (Map.Entry<ExaminationKind, Outcome<?>> one : outcomes.entrySet()) {
      Outcome<?> outcome = one.getValue();
      examinations.put(one.getKey().label(), outcome.record());
      findings.addAll(outcome.findings());
      cleared.addAll(outcome.besides().cleared());
      cost = cost.and(outcome.besides().cost());
      cured = cured.or(outcome.besides()::cured);
      time = time.or(outcome.besides()::time);
    }
    outcomes.values().forEach(one -> findings.replaceAll(one.besides().evidence()));
    return new DiagnosisRecord(
        DiagnosisRecord.SCHEMA,
        new DiagnosisRecord.Examined(
            jvm.pid(),
            new DiagnosisRecord.Jvm(
                jvm.version(), jvm.vendor(), jvm.mainClass(), cured.orElse(null)),
            started.truncatedTo(ChronoUnit.MILLIS).toString(),
            Duration.between(started, Instant.now()).toMillis() / MILLIS_PER_S,
            request.isAll()
                ? List.of()
                : request.only().stream().sorted().map(ExaminationKind::label).toList()),
        time.orElse(null),
        examinations,
        FindingCauses.ordered(findings, time.orElse(null)),
        cleared,
        new DiagnosisRecord.Cost(cpuS(), cost.hits(), cost.hitNs(), cost.worstThreadShare()));
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
   * @throws FoliotException on another one
   */
  public static void mustBeLinux(String system) {
    if (!system.toLowerCase(Locale.ROOT).contains("linux")) {
      throw FoliotException.environment(
          "diagnose reads /proc, which "
              + Shown.text(system)
              + " has not: run it on Linux, where the JVM is; compare and report work here too");
    }
  }
}
