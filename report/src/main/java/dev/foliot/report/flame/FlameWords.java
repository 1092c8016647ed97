package dev.foliot.report.flame;

import dev.foliot.store.profile.ProfileRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a profile of stacks cannot see, said beside it. */
final class FlameWords {
  private FlameWords() {}

  /**
   * In sentences.
   *
   * @param means who sampled
   */
  static List<String> unseen(Set<String> means) {
    List<String> all = new ArrayList<>();
    if (means.contains(ProfileRecord.JFR)) {
      all.add(
          "The flight recorder looks at threads that run Java code, a few at a time: time in native"
              + " code, in the kernel, in the collector and in the compilers is missing, and shares"
              + " are of what was looked at. Stacks that it cannot walk are dropped, and mostly"
              + " uncounted.");
      all.add(
          "The flight recorder does not wait for safepoints to choose a thread, but names code by"
              + " the debug information that the compilers left; since JDK 25 (JEP 518) the stack"
              + " is walked at the next safepoint, from a place that was noted before. Inlined"
              + " methods may be charged for their neighbours.");
    }
    if (means.contains(ProfileRecord.ASYNC)) {
      all.add(
          "async-profiler looks at threads as their CPU time passes, without safepoints; native"
              + " code and the JVM's own threads are in it. Timers see no frames of the kernel: its"
              + " time is charged to the native function that called it.");
    }
    all.add(
        "Both show where CPU time goes, not what users wait for: a thread that waits for a lock, a"
            + " queue, a disk or a CPU is not in the picture, nor are other processes, nor what the"
            + " hypervisor takes.");
    all.add(
        "No software profile tells why an instruction is slow. A stall on a cache line is charged"
            + " to the instruction after it, or to the method; two programs that differ in an"
            + " address alone have the same picture. foliot diagnose and foliot counters look"
            + " there.");
    all.add(
        "The profiler's own cost is in all figures of this page: compare them with those of runs"
            + " that were profiled alike.");
    return all;
  }
}
