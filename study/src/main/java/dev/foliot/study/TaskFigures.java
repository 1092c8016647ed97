package dev.foliot.study;

import dev.foliot.store.StudySample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is read off a fork whose tasks only need a CPU, or whose CPUs are varied. Pure. */
final class TaskFigures {
  private static final double US_PER_S = 1e6;
  private static final double NS_PER_US = 1e3;

  private TaskFigures() {}

  /** Whether a study has such forks. */
  static boolean areOf(StudyName study) {
    return study == StudyName.SHORT_TASKS || study == StudyName.SCALING;
  }

  /**
   * CPU time per time, in CPUs: as the program itself told, which the kernel's ticks do not round,
   * or else as it was seen from outside.
   *
   * @param measures what was read off the fork already
   */
  static @Nullable Double cores(
      Map<String, Double> measures, double tasksPerS, @Nullable Double seen) {
    Double us = measures.get("cpu_us_per_task");
    return us == null ? seen : (Double) (us * tasksPerS / US_PER_S);
  }

  /**
   * Adds to the measures.
   *
   * @param cores CPU time per time; null if not known
   * @param samples under the measured load
   */
  static void add(
      StepPlan step,
      double tasksPerS,
      @Nullable Double cores,
      List<StudySample> samples,
      Map<String, Double> measures) {
    measures.put("tasks_per_s", tasksPerS);
    Integer cpus = step.cpus();
    if (cpus != null) {
      measures.put("cpus", (double) cpus);
    }
    if (cores != null && tasksPerS > 0) {
      measures.putIfAbsent("cpu_us_per_task", cores / tasksPerS * US_PER_S);
    }
    if (samples.size() > 1) {
      waits(samples.getFirst(), samples.getLast(), measures);
    }
  }

  /** Every switch away from a CPU but the last is followed by one to it, with a wait before. */
  private static void waits(StudySample first, StudySample last, Map<String, Double> measures) {
    long preempted = last.involuntarySwitches() - first.involuntarySwitches();
    long switches = last.voluntarySwitches() - first.voluntarySwitches() + preempted;
    Long before = first.runQueueWaitNs();
    Long after = last.runQueueWaitNs();
    if (switches <= 0) {
      return;
    }
    measures.put("preempted_share", (double) preempted / switches);
    if (before != null && after != null) {
      measures.put("wake_wait_mean_us", (after - before) / NS_PER_US / switches);
    }
  }
}
