package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.hotspot.threads.ThreadTotals;
import dev.foliot.linux.cgroup.Throttling;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was observed of a JVM's threads. Immutable.
 *
 * @param observedNs for how long its threads were, from the first look at them to the last: shorter
 *     than the time that was asked for where the process ended
 * @param wallNs for how long the machine and the control groups were
 * @param families what each family of threads has done
 * @param cpus who had the CPUs; empty where the kernel does not tell
 * @param quotaCpus the CPU time granted, in CPUs; empty without a quota
 * @param throttling what each control group was throttled, by its name, the process's own first
 * @param wakes how late threads ran after they were woken, by their family; empty where it was not
 *     traced
 * @param parked of each pool that was examined, intervals in which a thread of it slept while work
 *     was queued
 */
record SchedulerObservations(
    long observedNs,
    long wallNs,
    Map<ThreadFamily, ThreadTotals> families,
    Optional<CpuShares> cpus,
    OptionalDouble quotaCpus,
    Map<String, Throttling> throttling,
    Map<ThreadFamily, WakeWaits> wakes,
    List<ParkedPool> parked) {
  SchedulerObservations {
    families = Collections.unmodifiableMap(new LinkedHashMap<>(families));
    throttling = Collections.unmodifiableMap(new LinkedHashMap<>(throttling));
    wakes = Collections.unmodifiableMap(new LinkedHashMap<>(wakes));
    parked = List.copyOf(parked);
  }

  /** A number of things that its threads did as so many a second. */
  double perS(double count) {
    return observedNs <= 0 ? 0 : count * 1e9 / observedNs;
  }

  /** A number of things of the control groups as so many a second. */
  double groupPerS(long count) {
    return wallNs <= 0 ? 0 : (double) count * 1e9 / wallNs;
  }

  /** The same of a whole number. */
  double perS(long count) {
    return perS((double) count);
  }

  /** All that users feel: without compilers. */
  ThreadTotals felt() {
    return families.entrySet().stream()
        .filter(one -> one.getKey().isFelt())
        .map(Map.Entry::getValue)
        .reduce(ThreadTotals.NONE, ThreadTotals::plus);
  }

  /** What the group that was throttled longest was; nothing where none was. */
  Optional<Map.Entry<String, Throttling>> mostThrottled() {
    return throttling.entrySet().stream()
        .filter(one -> one.getValue().periods() > 0)
        .reduce((a, b) -> b.getValue().throttledNs() > a.getValue().throttledNs() ? b : a);
  }
}
