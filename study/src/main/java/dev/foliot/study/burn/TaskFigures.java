package dev.foliot.study.burn;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudySample;
import dev.foliot.study.ForkReading;
import dev.foliot.study.StudyColumn;
import dev.foliot.text.Numbers;
import java.util.List;

/** Computes the figures of a fork with CPU-only tasks, or with a varied number of CPUs. Pure. */
public final class TaskFigures {
  private static final double US_PER_S = 1e6;
  private static final double NS_PER_US = 1e3;

  /** The legend of the columns. */
  public static final String LEGEND =
      "CPU us: CPU time of the whole process per task; wait us: what a thread that is ready"
          + " waits for a CPU; parked: of the time in which tasks wait, how much finds a worker"
          + " parked";

  private TaskFigures() {}

  /** The columns for a load with a task length. */
  public static List<StudyColumn> columns() {
    return StudyColumn.around(
        List.of(
            StudyColumn.of("tasks", Metric.THROUGHPUT, Numbers::rate),
            StudyColumn.of("CPU us", Metric.CPU_PER_TASK, us -> Numbers.fixed(us, 1)),
            StudyColumn.of("wait us", Metric.WAKE_WAIT_MEAN, us -> Numbers.fixed(us, 1)),
            StudyColumn.of("parked", Metric.PARKED_SHARE, share -> Numbers.percent(share, 1))));
  }

  /**
   * Adds its figures. The CPU time is the program's own, without the rounding of the kernel's
   * ticks, or otherwise the one observed from outside.
   */
  public static void read(ForkReading fork) {
    double tasksPerS = fork.played().work().perS();
    Double us = fork.get(Metric.CPU_PER_TASK);
    if (us != null) {
      fork.cores(us * tasksPerS / US_PER_S);
    }
    fork.put(Metric.TASKS, tasksPerS);
    Integer cpus = fork.step().cpus();
    if (cpus != null) {
      fork.put(Metric.CPUS, cpus);
    }
    Double cores = fork.cores();
    if (us == null && cores != null && tasksPerS > 0) {
      fork.put(Metric.CPU_PER_TASK, cores / tasksPerS * US_PER_S);
    }
    List<StudySample> samples = fork.samples();
    if (samples.size() > 1) {
      waits(samples.getFirst(), samples.getLast(), fork);
    }
  }

  /** Every switch away from a CPU except the last is followed by one to it, with a wait before. */
  private static void waits(StudySample first, StudySample last, ForkReading fork) {
    long preempted = last.sums().involuntarySwitches() - first.sums().involuntarySwitches();
    long switches = last.sums().voluntarySwitches() - first.sums().voluntarySwitches() + preempted;
    Long before = first.sums().runQueueWaitNs();
    Long after = last.sums().runQueueWaitNs();
    if (switches <= 0) {
      return;
    }
    fork.put(Metric.PREEMPTED_SHARE, (double) preempted / switches);
    if (before != null && after != null) {
      fork.put(Metric.WAKE_WAIT_MEAN, (after - before) / NS_PER_US / switches);
    }
  }
}
