package dev.foliot.diagnose.sharing;

import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.Watchpoints;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the examination needs of the kernel about the threads that it looks at. */
interface TargetThreads {
  /** Their numbers, ascending; unavailable when the process has ended. */
  Reading<List<Integer>> ids();

  /** Whether none of them runs, since a signal or a debugger has stopped their process. */
  boolean areStopped();

  /** Nanoseconds on a CPU so far; empty when the thread has ended or the kernel does not count. */
  OptionalLong cpuNs(int tid);

  /** What it used so far; empty when the thread has ended or the kernel does not count. */
  Optional<Used> used(int tid);

  /**
   * What a thread has used of CPUs.
   *
   * @param ranNs nanoseconds on a CPU
   * @param wantedNs the same with those in which it waited for one
   * @param sleeps how often it gave up its CPU on its own
   */
  record Used(long ranNs, long wantedNs, long sleeps) {}

  /** The kernel's name for it; "?" when it has ended. */
  String nameOf(int tid);

  /** On how many CPUs together they may run; 0 when that cannot be read. */
  int cpusOf(Collection<Integer> tids);

  /** What one hit of a watchpoint costs that is counted, in nanoseconds. */
  Reading<Double> hitCostNs();

  /** The same where it is sampled, with registers and stack. */
  Reading<Double> sampledHitCostNs();

  /**
   * Counts accesses to one to four words. A calling thread that is interrupted receives what was
   * seen until then, and stays interrupted.
   */
  Reading<List<Watchpoints.Window>> count(
      Collection<Integer> tids, List<PerfEvent.Watchpoint> words, long windowNs, int maxHits);

  /**
   * Samples accesses by at most eight threads, with registers and stack, by ascending time. A
   * calling thread that is interrupted receives what was observed until then, and stays
   * interrupted.
   */
  Reading<Watchpoints.Sampled> sample(
      Collection<Integer> tids, PerfEvent.Watchpoint word, long windowNs, int maxHits);

  /** Samples what threads do while they are on a CPU. */
  Reading<CpuSampler.Samples> onCpu(Collection<Integer> tids, long windowNs, int perSecond)
      throws InterruptedException;
}
