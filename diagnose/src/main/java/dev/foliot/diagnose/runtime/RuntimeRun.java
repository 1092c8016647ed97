package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.clock.NanoClock;
import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.diagnose.runtime.RuntimeObservations.Sample;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Examined;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One examination of a JVM's own costs. One thread, once.
 *
 * <p>It reads the counters a few times a second, and everything else at the ends.
 */
final class RuntimeRun {
  private static final int SAMPLES = 25;
  private static final long SHORTEST_NS = 100_000_000;
  private static final long LONGEST_NS = 1_000_000_000;

  private final RuntimeTarget target;
  private final NanoClock clock;
  private final long durationNs;
  private final List<Sample> samples = new ArrayList<>();
  private final LateThreads late;
  private Optional<Waits> sinceLate = Optional.empty();
  private final Set<Reason> limits = new LinkedHashSet<>();

  /** What threads waited for so far: for a CPU, and for the last one at safepoints. */
  private record Waits(long cpuNs, long syncNs) {}

  RuntimeRun(RuntimeTarget target, NanoClock clock, long durationNs) {
    this.target = target;
    this.clock = clock;
    this.durationNs = durationNs;
    late = new LateThreads(target, clock);
  }

  Outcome<ResourceFinding> run() {
    long startNs = clock.nanos();
    Optional<JvmSettings> settingsBefore = part(Examined.FLAGS, target.settings());
    Optional<CodeCacheUse> codeBefore = target.codeCache().toOptional();
    Optional<GrantedCpus> cpus = part(Examined.GRANTED_CPUS, target.cpus());
    Reading<CpuWork> before = target.work();
    boolean interrupted = false;
    Optional<Reason> cutShort = Optional.empty();
    try {
      cutShort = sample(startNs);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    long wallNs = clock.nanos() - startNs;
    Optional<CpuWork> work = work(before, cutShort.isPresent());
    Optional<CodeCacheUse> code =
        cutShort.isPresent()
            ? target.codeCache().toOptional()
            : part(Examined.CODE_CACHE, target.codeCache());
    Optional<JvmSettings> settings = target.settings().toOptional().or(() -> settingsBefore);
    // an interrupt closes the file, which then looks like an ended process
    interrupted |= Thread.interrupted();
    if (interrupted) {
      cutShort = Optional.of(new ExaminationReason.ExaminationInterrupted(wallNs));
    } else if (cutShort.isEmpty() && target.isStopped()) {
      cutShort = Optional.of(new ExaminationReason.ProcessStopped());
    }
    OptionalDouble lateCpuWait = lateCpuWait();
    Outcome<ResourceFinding> outcome =
        RuntimeReport.of(
            new RuntimeObservations(
                wallNs, samples, settings, codeBefore, code, work, cpus, late.found(), lateCpuWait),
            List.copyOf(limits),
            cutShort);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  /** Returns why it ended before its time. */
  private Optional<Reason> sample(long startNs) throws InterruptedException {
    long periodNs = Math.min(LONGEST_NS, Math.max(SHORTEST_NS, durationNs / SAMPLES));
    for (long dueNs = 0; ; dueNs = Math.min(durationNs, dueNs + periodNs)) {
      if (isLate()) {
        sinceLate = sinceLate.or(this::waits);
        late.watch(startNs + dueNs);
      } else {
        clock.sleep(Math.max(0, startNs + dueNs - clock.nanos()));
      }
      long atNs = clock.nanos() - startNs;
      if (!target.isAlive()) {
        return Optional.of(new ProcessReason.ProcessEnded(atNs));
      }
      Reading<JvmCounters> counters = target.counters();
      if (counters instanceof Reading.Value<JvmCounters>(JvmCounters now)) {
        samples.add(new Sample(atNs, now));
      } else if (dueNs == 0) {
        part(Examined.PAUSES, counters);
      }
      if (dueNs >= durationNs) {
        return Optional.empty();
      }
    }
  }

  /** Only where threads stop late are they looked for: that reads the counters more often. */
  private boolean isLate() {
    return GcFigures.of(samples).map(RuntimeJudge::areThreadsLate).orElse(false);
  }

  private Optional<Waits> waits() {
    OptionalLong cpuNs = target.cpuWaitNs();
    return cpuNs.isEmpty()
        ? Optional.empty()
        : samples
            .getLast()
            .counters()
            .safepoints()
            .map(all -> new Waits(cpuNs.getAsLong(), all.syncNs()));
  }

  private OptionalDouble lateCpuWait() {
    Optional<Waits> now = sinceLate.isEmpty() ? Optional.empty() : waits();
    if (now.isEmpty() || now.get().syncNs <= sinceLate.get().syncNs) {
      return OptionalDouble.empty();
    }
    double cpuNs = Math.max(0, now.get().cpuNs - sinceLate.get().cpuNs);
    return OptionalDouble.of(cpuNs / (now.get().syncNs - sinceLate.get().syncNs));
  }

  private Optional<CpuWork> work(Reading<CpuWork> before, boolean isCut) {
    Reading<CpuWork> after = target.work();
    if (before instanceof Reading.Value<CpuWork>(CpuWork first)
        && after instanceof Reading.Value<CpuWork>(CpuWork last)) {
      return Optional.of(last.since(first));
    }
    if (!isCut) {
      part(Examined.GC_CPU, before instanceof Reading.Value ? after : before);
    }
    return Optional.empty();
  }

  private <T> Optional<T> part(Examined what, Reading<T> reading) {
    if (reading instanceof Reading.Unavailable<T> none) {
      limits.add(new ExaminationReason.NotExamined(what, "", none.why()));
    }
    return reading.toOptional();
  }
}
