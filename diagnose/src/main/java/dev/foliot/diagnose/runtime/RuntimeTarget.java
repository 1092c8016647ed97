package dev.foliot.diagnose.runtime;

import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.perf.JvmCounters;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A JVM under examination: a live one, or a test's. */
interface RuntimeTarget {
  /** HotSpot's counters now. */
  Reading<JvmCounters> counters();

  /** The flags now. */
  Reading<JvmSettings> settings();

  /** The use of the code cache now. */
  Reading<CodeCacheUse> codeCache();

  /** The CPU time so far; unavailable when the process has ended. */
  Reading<CpuWork> work();

  /** The CPUs that it may use. */
  Reading<GrantedCpus> cpus();

  /** The counts of safepoints now; empty where this JVM has none. */
  Optional<SafepointCounts> safepointCounts();

  /** The Java threads that run at this moment, or wait for a CPU. */
  List<Running> running();

  /**
   * Nanoseconds in which the process's threads were ready to run without a CPU, so far; empty where
   * the kernel does not count them. Counts the first 1,000 threads.
   */
  OptionalLong cpuWaitNs();

  /**
   * Samples where threads run, for a few milliseconds.
   *
   * @return by the kernel's id of a thread: the places, and the number of samples; empty without
   *     the right to sample
   */
  Map<Long, Map<String, Integer>> places(List<Running> threads) throws InterruptedException;

  /**
   * A running thread.
   *
   * @param tid the kernel's id
   */
  record Running(long tid, String name) {}

  /**
   * Counts since the JVM's start.
   *
   * @param begun safepoints that have begun
   * @param syncTicks the time until all threads had stopped, in ticks
   */
  record SafepointCounts(long begun, long syncTicks) {
    /** Whether a safepoint has begun since, and not all threads have stopped. */
    boolean isBeginningSince(SafepointCounts before) {
      return begun > before.begun && syncTicks == before.syncTicks;
    }
  }

  /** Whether it still runs. */
  boolean isAlive();

  /** Whether it is stopped completely. */
  boolean isStopped();
}
