package dev.foliot.diagnose.runtime;

import java.util.OptionalDouble;

/**
 * The CPUs that a process may use. Immutable.
 *
 * @param allowed the number of CPUs by affinity and cpuset, from 1
 * @param quota the CPU time granted by control groups, in CPUs; empty without a quota
 */
record GrantedCpus(int allowed, OptionalDouble quota) {
  private static final int ALL_UP_TO = 8;

  /** CPU time in CPUs. */
  double cpus() {
    return quota.isPresent() ? Math.min(allowed, quota.getAsDouble()) : allowed;
  }

  /** The number as HotSpot counts it in a container: a part of a CPU counts as one. */
  int whole() {
    return (int) Math.max(1, Math.ceil(cpus()));
  }

  /**
   * The number of threads that collect in a pause by default. HotSpot starts five for each eight
   * CPUs above eight (src/hotspot/share/runtime/vm_version.cpp, gc/shared/workerPolicy.cpp).
   */
  int pauseThreads() {
    int whole = whole();
    return whole <= ALL_UP_TO ? whole : ALL_UP_TO + (whole - ALL_UP_TO) * 5 / 8;
  }
}
