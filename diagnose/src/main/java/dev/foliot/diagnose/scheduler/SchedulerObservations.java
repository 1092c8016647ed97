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
 * The observations of a JVM's threads. Immutable.
 *
 * @param observedNs from the first to the last sample of its threads: shorter than requested if the
 *     process ended
 * @param wallNs the observation time of the machine and the control groups
 * @param families the totals of each family of threads
 * @param cpus the users of the CPUs; empty if the kernel does not report them
 * @param pressure how long some thread of a whole waited for a CPU; empty if the kernel does not
 *     count it
 * @param quotaCpus the CPU time granted, in CPUs; empty without a quota
 * @param throttling the throttling of each control group by name, the process's own first
 * @param wakes delays after wake-ups, by family; empty if not traced
 * @param parked per examined pool, the intervals when a thread slept while work was queued
 */
record SchedulerObservations(
    long observedNs,
    long wallNs,
    Map<ThreadFamily, ThreadTotals> families,
    Optional<CpuShares> cpus,
    Optional<Pressure> pressure,
    OptionalDouble quotaCpus,
    Map<String, Throttling> throttling,
    Map<ThreadFamily, WakeWaits> wakes,
    List<ParkedPool> parked) {
  /**
   * CPU pressure in this time.
   *
   * @param whole its control group or the machine
   * @param share the share of the time in which some thread of it waited for a CPU, from 0 to 1
   */
  record Pressure(String whole, double share) {}

  SchedulerObservations {
    families = Collections.unmodifiableMap(new LinkedHashMap<>(families));
    throttling = Collections.unmodifiableMap(new LinkedHashMap<>(throttling));
    wakes = Collections.unmodifiableMap(new LinkedHashMap<>(wakes));
    parked = List.copyOf(parked);
  }

  /** Converts a count of its threads to a rate per second. */
  double perS(double count) {
    return observedNs <= 0 ? 0 : count * 1e9 / observedNs;
  }

  /** Converts a count of the control groups to a rate per second. */
  double groupPerS(long count) {
    return wallNs <= 0 ? 0 : (double) count * 1e9 / wallNs;
  }

  /** Converts a whole number to a rate per second. */
  double perS(long count) {
    return perS((double) count);
  }

  /** The group that was throttled longest; empty for none. */
  Optional<Map.Entry<String, Throttling>> mostThrottled() {
    return throttling.entrySet().stream()
        .filter(one -> one.getValue().periods() > 0)
        .reduce((a, b) -> b.getValue().throttledNs() > a.getValue().throttledNs() ? b : a);
  }
}
