package dev.foliot.doctor;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.ClockTicks;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import dev.foliot.linux.cgroup.Throttling;
import dev.foliot.linux.proc.ProcessStat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Disturbances by others during the examination.
 *
 * @param stealShare the share of the CPUs' time that the hypervisor took, 0 to 1
 * @param stealShareSinceBoot the same since the kernel was started
 * @param otherCpus CPUs used by others, from the machine's counters
 * @param busiest the visible processes with the highest use
 * @param throttled how often the control group's quota stopped its processes
 * @param throttledEver the same since the group was made
 */
record Disturbance(
    Reading<Double> stealShare,
    Reading<Double> stealShareSinceBoot,
    Reading<Double> otherCpus,
    List<Busy> busiest,
    Reading<Throttling> throttled,
    Reading<Throttling> throttledEver) {
  private static final double LEAST_CPUS = 0.03;
  private static final int MOST_NAMED = 3;
  private static final double NS_PER_S = 1e9;
  private static final CpuTimes AT_BOOT = new CpuTimes(0, 0, 0, 0, 0, 0, 0, 0);

  /** A process with its CPU use, in CPUs. */
  record Busy(long pid, String name, double cpus) {}

  /** One reading of the counters. */
  record Look(
      long nanoTime,
      Reading<ProcStat> machine,
      Reading<List<ProcessStat>> processes,
      Reading<Throttling> throttling) {
    /**
     * Reads them.
     *
     * @param root of the kernel's files, usually "/"
     * @param pid whose control group's quota counts
     */
    static Look now(Path root, long pid, NanoClock clock) {
      return new Look(
          clock.nanoTime(),
          ProcStat.of(root),
          ProcessStat.all(root),
          new Cgroup(root, pid).throttling());
    }
  }

  /**
   * The difference of two readings.
   *
   * @param own the processes whose work does not count
   */
  static Disturbance between(Look before, Look after, ClockTicks ticks, Set<Long> own) {
    double seconds = Math.max(1, after.nanoTime() - before.nanoTime()) / NS_PER_S;
    Map<Long, Long> used = used(before.processes(), after.processes());
    long ownTicks = own.stream().mapToLong(pid -> used.getOrDefault(pid, 0L)).sum();
    double ownCpus = ownTicks / (double) ticks.perSecond() / seconds;
    return new Disturbance(
        both(before.machine(), after.machine(), (a, b) -> b.all().stealShareSince(a.all())),
        flat(after.machine().map(now -> now.all().stealShareSince(AT_BOOT))),
        both(
            before.machine(),
            after.machine(),
            (a, b) ->
                Reading.of(
                    Math.max(
                        0,
                        (busy(b.all()) - busy(a.all())) / (double) ticks.perSecond() / seconds
                            - ownCpus))),
        busiest(used, after.processes().orElse(List.of()), ticks.perSecond() * seconds, own),
        both(before.throttling(), after.throttling(), (a, b) -> Reading.of(b.since(a))),
        after.throttling());
  }

  private static long busy(CpuTimes times) {
    return times.user() + times.nice() + times.system() + times.irq() + times.softIrq();
  }

  /** The ticks of each process that lived at both readings, or started in between. */
  private static Map<Long, Long> used(
      Reading<List<ProcessStat>> before, Reading<List<ProcessStat>> after) {
    Map<Long, ProcessStat> then = new HashMap<>();
    before.orElse(List.of()).forEach(process -> then.put(process.pid(), process));
    Map<Long, Long> used = new HashMap<>();
    for (ProcessStat now : after.orElse(List.of())) {
      ProcessStat was = then.get(now.pid());
      long earlier = was != null && was.startTicks() == now.startTicks() ? was.cpuTicks() : 0;
      used.put(now.pid(), now.cpuTicks() - earlier);
    }
    return used;
  }

  private static List<Busy> busiest(
      Map<Long, Long> used, List<ProcessStat> processes, double ticks, Set<Long> own) {
    List<Busy> busy = new ArrayList<>();
    for (ProcessStat process : processes) {
      double cpus = used.getOrDefault(process.pid(), 0L) / ticks;
      if (!own.contains(process.pid()) && cpus >= LEAST_CPUS) {
        busy.add(new Busy(process.pid(), process.name(), cpus));
      }
    }
    busy.sort(Comparator.comparingDouble(Busy::cpus).reversed());
    return List.copyOf(busy.subList(0, Math.min(MOST_NAMED, busy.size())));
  }

  @FunctionalInterface
  private interface Difference<T, U> {
    Reading<U> of(T before, T after);
  }

  private static <T, U> Reading<U> both(
      Reading<T> before, Reading<T> after, Difference<T, U> difference) {
    return switch (before) {
      case Reading.Unavailable<T> none -> none.retyped();
      case Reading.Value<T>(T a) -> flat(after.map(b -> difference.of(a, b)));
    };
  }

  private static <T> Reading<T> flat(Reading<Reading<T>> nested) {
    return switch (nested) {
      case Reading.Unavailable<Reading<T>> none -> none.retyped();
      case Reading.Value<Reading<T>>(Reading<T> inner) -> inner;
    };
  }
}
