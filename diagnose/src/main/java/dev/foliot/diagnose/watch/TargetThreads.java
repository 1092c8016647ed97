package dev.foliot.diagnose.watch;

import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.Watchpoints;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The examination's view of the target's threads in the kernel. */
public interface TargetThreads {
  /** What all that watch these threads share. */
  WatchTurns turns();

  /** The thread ids, ascending; unavailable when the process has ended. */
  Reading<List<Integer>> ids();

  /** Whether a signal or a debugger has stopped the process. */
  boolean areStopped();

  /** Nanoseconds on a CPU so far. Empty when the thread has ended or the kernel does not count. */
  OptionalLong cpuNs(int tid);

  /** A thread's CPU use so far. Empty when the thread has ended or the kernel does not count. */
  Optional<Used> used(int tid);

  /**
   * A thread's CPU use.
   *
   * @param ranNs nanoseconds on a CPU
   * @param wantedNs nanoseconds on a CPU or waiting for one
   * @param sleeps how often it gave up its CPU voluntarily
   */
  record Used(long ranNs, long wantedNs, long sleeps) {}

  /** The kernel's name for it; "?" when it has ended. */
  String nameOf(int tid);

  /** The number of CPUs that they may use together; 0 if unreadable. */
  int cpusOf(Collection<Integer> tids);

  /** The cost of one counted watchpoint hit, in nanoseconds. */
  Reading<Double> hitCostNs();

  /** The cost of one sampled watchpoint hit, with registers and stack, in nanoseconds. */
  Reading<Double> sampledHitCostNs();

  /**
   * Counts accesses to one to four words. An interrupt ends it with the counts so far, and stays
   * set.
   */
  Reading<List<Watchpoints.Window>> count(
      Collection<Integer> tids, List<PerfEvent.Watchpoint> words, long windowNs, int maxHits);

  /**
   * Samples accesses by at most eight threads, with registers and stack, by ascending time. An
   * interrupt ends it with the samples so far, and stays set.
   */
  Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, PerfEvent.Watchpoint word, long windowNs, int maxHits);

  /** Samples threads while they are on a CPU. */
  Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond)
      throws InterruptedException;
}
