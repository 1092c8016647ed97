package dev.foliot.diagnose.runtime;

import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.Reading;

/** A JVM under examination: a live one, or a test's. */
interface RuntimeTarget {
  /** HotSpot's counters now. */
  Reading<JvmCounters> counters();

  /** The flags as of the beginning. */
  Reading<JvmSettings> settings();

  /** The use of the code cache now. */
  Reading<CodeCacheUse> codeCache();

  /** The CPU time so far; unavailable when the process has ended. */
  Reading<CpuWork> work();

  /** The CPUs that it may use. */
  Reading<GrantedCpus> cpus();

  /** Whether it still runs. */
  boolean isAlive();

  /** Whether it is stopped completely. */
  boolean isStopped();
}
