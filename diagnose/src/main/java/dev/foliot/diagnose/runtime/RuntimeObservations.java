package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The observations of a JVM's own costs. Immutable.
 *
 * @param wallNs the observation time
 * @param samples HotSpot's counters, in the order of time; empty if unavailable
 * @param settings the flags at the end; empty if unavailable
 * @param codeCacheBefore the use of the code cache at the beginning; empty if unavailable
 * @param codeCache the use of the code cache at the end; empty if unavailable
 * @param work the CPU time in this time; empty if unavailable
 * @param cpus the CPUs that it may use; empty if unavailable
 * @param late the threads that stopped last for safepoints, the most frequent first
 * @param lateCpuWait the time in which threads of the process waited for a CPU, as a multiple of
 *     the time until the last thread had stopped, from the first late safepoint on; empty if
 *     unknown
 */
record RuntimeObservations(
    long wallNs,
    List<Sample> samples,
    Optional<JvmSettings> settings,
    Optional<CodeCacheUse> codeCacheBefore,
    Optional<CodeCacheUse> codeCache,
    Optional<CpuWork> work,
    Optional<GrantedCpus> cpus,
    List<LateThreads.Late> late,
    OptionalDouble lateCpuWait) {
  /** Compilers that drop their tasks use next to nothing. */
  private static final double IDLE_CPUS = 0.002;

  /** A part of the time until threads have stopped that waits for CPUs explain. */
  private static final double STARVED = 0.5;

  /** Samples of a thread at one place while a safepoint began. */
  private static final int LATE_SAMPLES = 3;

  /** The free part of a code cache that is too fragmented for a method. */
  private static final double TIGHT = 0.3;

  RuntimeObservations {
    samples = List.copyOf(samples);
    late = List.copyOf(late);
  }

  /**
   * HotSpot's counters at a moment.
   *
   * @param atNs since the examination began, in nanoseconds
   */
  record Sample(long atNs, JvmCounters counters) {}

  /**
   * Whether the late threads may just have waited for a CPU: threads of this process waited for
   * CPUs at least half as long as for the last thread, and none was seen to run on while a
   * safepoint began.
   */
  boolean isLateForCpu() {
    boolean isSeen =
        late.stream()
            .flatMap(one -> one.places().values().stream())
            .anyMatch(samples -> samples >= LATE_SAMPLES);
    return !isSeen && lateCpuWait.isPresent() && lateCpuWait.getAsDouble() >= STARVED;
  }

  /** The mean number of CPUs in use during {@code ns} of CPU time. */
  double cpusOf(long ns) {
    return wallNs <= 0 ? 0 : (double) ns / wallNs;
  }

  /** The collector. */
  JvmSettings.Collector collector() {
    return settings.map(JvmSettings::collector).orElse(JvmSettings.Collector.OTHER);
  }

  /** Nanoseconds of CPU time of collections: Serial collects in the VM thread. */
  long gcNs() {
    return work.map(
            one -> one.gcNs() + (collector() == JvmSettings.Collector.SERIAL ? one.vmNs() : 0))
        .orElse(0L);
  }

  /** How many methods found no room in the code cache since the JVM's start; 0 if unknown. */
  long timesFull() {
    return codeCache.map(code -> code.timesFull().orElse(0)).orElse(0L);
  }

  /** How many of these found none in this time; 0 if unknown. */
  long timesFullNow() {
    return codeCacheBefore
        .map(CodeCacheUse::timesFull)
        .filter(OptionalLong::isPresent)
        .map(before -> Math.max(0, timesFull() - before.getAsLong()))
        .orElse(0L);
  }

  /** Whether so little of the code cache is left that it may be too fragmented for a method. */
  boolean isCodeTight() {
    return codeCache.map(code -> code.freeBytes() < TIGHT * code.reservedBytes()).orElse(false);
  }

  /**
   * Why methods are not fully compiled: by flags, without a thread of C2, or after the code cache
   * was full.
   */
  Optional<Mode> slow() {
    Optional<Mode> byFlags = settings.flatMap(JvmSettings::slow);
    boolean isC1 = work.map(one -> one.compilers() == CpuWork.Compilers.C1).orElse(false);
    return byFlags
        .or(() -> isC1 ? Optional.of(Mode.C1_ONLY) : Optional.empty())
        .or(() -> isStopped() ? Optional.of(Mode.COMPILERS_STOPPED) : Optional.empty());
  }

  /**
   * Whether the compilers stopped because of a full code cache: HotSpot changes no flag then. In a
   * warm JVM that has room again they are idle too.
   */
  private boolean isStopped() {
    boolean isIdle = work.map(one -> cpusOf(one.jitNs()) < IDLE_CPUS).orElse(false);
    return timesFull() > 0 && timesFullNow() == 0 && isIdle && isCodeTight();
  }
}
