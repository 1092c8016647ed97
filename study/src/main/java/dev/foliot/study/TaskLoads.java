package dev.foliot.study;

import dev.foliot.load.Traffic;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The loads of the studies that vary CPUs, and with them the length of tasks.
 *
 * <p>{@code burn} needs no driver, so it may have all CPUs of the machine; what is asked over HTTP
 * has those of the service, and driver and remote system keep theirs.
 */
final class TaskLoads {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final List<Long> ALL_TASKS = List.of(50 * US, 100 * US, 500 * US, 1_000 * US);

  /** As the published measurement had over HTTP, and the end at which nothing should differ. */
  private static final List<Long> PINGED_TASKS = List.of(100 * US, 1_000 * US);

  /**
   * Few, so that workers run out of tasks again and again: with many callers nobody ever parks, and
   * what a woken thread waits cannot be seen.
   */
  private static final int CALLERS_PER_CPU = 2;

  /** As many as the published study had: ten on two CPUs. */
  private static final int PINGERS_PER_CPU = 5;

  /** Enough that the CPUs are the limit. */
  private static final int SATURATING_PER_CPU = 8;

  /** So long that the one thread which submits for all callers is not what is measured. */
  private static final long SCALED_TASK_NS = MS;

  private static final int BANK_CLIENTS_PER_CPU = 32;
  private static final int MOST_CLIENTS = 20_000;

  private TaskLoads() {}

  /**
   * The loads of short-tasks.
   *
   * @param serviceCpus how many a service has
   * @param allCpus how many there are
   */
  static List<StepPlan> shortTasks(StudyForm form, int serviceCpus, int allCpus) {
    List<StepPlan> steps = new ArrayList<>();
    for (int cpus : CpuSizes.few(allCpus)) {
      for (long taskNs : burnTasks(form, cpus)) {
        int callers = clients(CALLERS_PER_CPU, cpus);
        steps.add(
            switch (form) {
              case TEST -> burn(cpus, callers, taskNs, 200 * MS, 400 * MS);
              case QUICK -> burn(cpus, callers, taskNs, 1_200 * MS, SECOND);
              case FULL -> burn(cpus, callers, taskNs, 5 * SECOND, 3 * SECOND);
            });
      }
    }
    List<Integer> sizes = form == StudyForm.FULL ? CpuSizes.few(serviceCpus) : List.of(serviceCpus);
    for (int cpus : sizes) {
      for (long taskNs : form == StudyForm.FULL ? PINGED_TASKS : List.of(100 * US)) {
        int clients = clients(PINGERS_PER_CPU, cpus);
        steps.add(
            switch (form) {
              case TEST -> ping(cpus, clients, taskNs, 300 * MS, 500 * MS);
              case QUICK -> ping(cpus, clients, taskNs, 1_000 * MS, SECOND);
              case FULL -> ping(cpus, clients, taskNs, 10 * SECOND, 5 * SECOND);
            });
      }
    }
    return steps;
  }

  /** The quick form has both ends on two CPUs, where the published effect is greatest. */
  private static List<Long> burnTasks(StudyForm form, int cpus) {
    return switch (form) {
      case TEST -> List.of(100 * US);
      case QUICK -> cpus == 2 ? List.of(50 * US, 1_000 * US) : List.of(50 * US);
      case FULL -> ALL_TASKS;
    };
  }

  /**
   * The loads of scaling: tasks that only need a CPU, on up to all CPUs; and the bank, on up to
   * those of a service, where a service has more than one.
   *
   * @param serviceCpus how many a service has
   * @param allCpus how many there are
   */
  static List<StepPlan> scaling(StudyForm form, int serviceCpus, int allCpus) {
    List<StepPlan> steps = new ArrayList<>();
    for (int cpus : CpuSizes.doubling(allCpus)) {
      int callers = clients(SATURATING_PER_CPU, cpus);
      steps.add(
          switch (form) {
            case TEST -> burn(cpus, callers, SCALED_TASK_NS, 200 * MS, 400 * MS);
            case QUICK -> burn(cpus, callers, SCALED_TASK_NS, 1_500 * MS, 2 * SECOND);
            case FULL -> burn(cpus, callers, SCALED_TASK_NS, 5 * SECOND, 6 * SECOND);
          });
    }
    for (int cpus : serviceCpus == 1 ? List.<Integer>of() : CpuSizes.doubling(serviceCpus)) {
      int clients = clients(BANK_CLIENTS_PER_CPU, cpus);
      steps.add(
          switch (form) {
            case TEST -> bank(cpus, clients, 500 * MS, 1_000 * MS);
            case QUICK -> bank(cpus, clients, 1_500 * MS, 2_500 * MS);
            case FULL -> bank(cpus, clients, 20 * SECOND, 10 * SECOND);
          });
    }
    return steps;
  }

  private static int clients(int perCpu, int cpus) {
    return Math.min(MOST_CLIENTS, perCpu * cpus);
  }

  private static StepPlan burn(int cpus, int callers, long taskNs, long warmupNs, long durationNs) {
    return step(
        "burn, " + StepWords.task(taskNs) + " on " + StepWords.cpus(cpus),
        callers,
        warmupNs,
        durationNs,
        0,
        StudyApp.BURN,
        cpus,
        taskNs);
  }

  private static StepPlan ping(int cpus, int clients, long taskNs, long warmupNs, long durationNs) {
    return step(
        "ping, " + StepWords.task(taskNs) + " on " + StepWords.cpus(cpus),
        clients,
        warmupNs,
        durationNs,
        0,
        StudyApp.PING,
        cpus,
        taskNs);
  }

  private static StepPlan bank(int cpus, int clients, long warmupNs, long durationNs) {
    return step(
        "bank on " + StepWords.cpus(cpus),
        clients,
        warmupNs,
        durationNs,
        2 * MS,
        StudyApp.BANK,
        cpus,
        null);
  }

  private static StepPlan step(
      String name,
      int clients,
      long warmupNs,
      long durationNs,
      long delayNs,
      StudyApp app,
      int cpus,
      @Nullable Long taskNs) {
    return new StepPlan(
        name,
        new Traffic.Closed(clients, 0),
        clients,
        warmupNs,
        clients,
        0,
        durationNs,
        delayNs,
        Math.max(100 * MS, durationNs / 40),
        app,
        cpus,
        taskNs);
  }
}
