package dev.foliot.diagnose.runtime;

import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.text.RuntimeReason.SlowCode.Mode;
import java.util.List;
import java.util.Optional;

/**
 * The observations of a JVM's own costs. Immutable.
 *
 * @param wallNs the observation time
 * @param samples HotSpot's counters, in the order of time; empty if unavailable
 * @param settings the flags; empty if unavailable
 * @param codeCache the use of the code cache at the end; empty if unavailable
 * @param work the CPU time in this time; empty if unavailable
 * @param cpus the CPUs that it may use; empty if unavailable
 */
record RuntimeObservations(
    long wallNs,
    List<Sample> samples,
    Optional<JvmSettings> settings,
    Optional<CodeCacheUse> codeCache,
    Optional<CpuWork> work,
    Optional<GrantedCpus> cpus) {
  RuntimeObservations {
    samples = List.copyOf(samples);
  }

  /**
   * HotSpot's counters at a moment.
   *
   * @param atNs since the examination began, in nanoseconds
   */
  record Sample(long atNs, JvmCounters counters) {}

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

  /** Why methods are not fully compiled: by flags, or without a thread of C2. */
  Optional<Mode> slow() {
    Optional<Mode> byFlags = settings.flatMap(JvmSettings::slow);
    boolean isC1 = work.map(one -> one.compilers() == CpuWork.Compilers.C1).orElse(false);
    return byFlags.or(() -> isC1 ? Optional.of(Mode.C1_ONLY) : Optional.empty());
  }
}
