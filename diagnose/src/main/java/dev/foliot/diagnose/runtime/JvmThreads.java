package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.runtime.CpuWork.Compilers;
import dev.foliot.hotspot.threads.ThreadFamily;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.ThreadName;
import dev.foliot.linux.proc.Threads;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the CPU time of HotSpot's own threads. For one thread.
 *
 * <p>It reads the name of each thread once, and then only the times of HotSpot's threads, so that
 * thousands of threads of the program cost little. Ended threads keep their last time.
 */
final class JvmThreads {
  private static final double NS_PER_S = 1e9;
  private static final String C1 = "C1 CompilerThre";
  private static final String VM_THREAD = "VM Thread";

  private final Path root;
  private final long pid;
  private final Set<Long> named = new HashSet<>();
  private final Map<Long, Known> known = new HashMap<>();

  private record Known(String name, ThreadFamily.Kind kind, long ns) {}

  JvmThreads(Path root, long pid) {
    this.root = root;
    this.pid = pid;
  }

  /** Reads it now; unavailable when the process has ended. */
  Reading<CpuWork> look() {
    return switch (ProcessStat.of(root, pid)) {
      case Reading.Unavailable<ProcessStat> none -> none.retyped();
      case Reading.Value<ProcessStat>(ProcessStat process) ->
          switch (Threads.of(root, pid)) {
            case Reading.Unavailable<List<Long>> none -> none.retyped();
            case Reading.Value<List<Long>>(List<Long> living) -> {
              living.forEach(this::look);
              yield Reading.of(work(process, Set.copyOf(living)));
            }
          };
    };
  }

  private void look(long tid) {
    if (named.add(tid)) {
      ThreadName.of(root, pid, tid)
          .map(name -> new Known(name, ThreadFamily.of(name).kind(), 0))
          .toOptional()
          .filter(one -> isOfHotspot(one.kind))
          .ifPresent(one -> known.put(tid, one));
    }
    Known one = known.get(tid);
    if (one != null) {
      SchedStat.of(root, pid, tid)
          .toOptional()
          .ifPresent(sched -> known.put(tid, new Known(one.name, one.kind, sched.onCpuNs())));
    }
  }

  private static boolean isOfHotspot(ThreadFamily.Kind kind) {
    return switch (kind) {
      case GC, JIT, VM -> true;
      case CARRIERS, WORKERS, PROGRAM -> false;
    };
  }

  private CpuWork work(ProcessStat process, Set<Long> living) {
    long gc = 0;
    long jit = 0;
    long vm = 0;
    int gcThreads = 0;
    Compilers compilers = Compilers.NONE;
    for (Map.Entry<Long, Known> entry : known.entrySet()) {
      Known one = entry.getValue();
      switch (one.kind) {
        case GC -> {
          gc += one.ns;
          gcThreads += living.contains(entry.getKey()) ? 1 : 0;
        }
        case JIT -> {
          jit += one.ns;
          compilers = more(compilers, one.name);
        }
        case VM -> vm += one.name.equals(VM_THREAD) ? one.ns : 0;
        case CARRIERS, WORKERS, PROGRAM -> {}
      }
    }
    long processNs = (long) (process.cpuTicks() * (NS_PER_S / ClockTicks.of(root).perSecond()));
    return new CpuWork(processNs, gc, jit, vm, gcThreads, compilers);
  }

  private static Compilers more(Compilers compilers, String name) {
    if (name.startsWith("C2") || name.startsWith("JVMCI")) {
      return Compilers.OPTIMISING;
    }
    return name.startsWith(C1) && compilers == Compilers.NONE ? Compilers.C1 : compilers;
  }
}
