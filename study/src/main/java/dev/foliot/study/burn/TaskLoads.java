package dev.foliot.study.burn;

import dev.foliot.load.Traffic;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.text.Numbers;
import java.util.Objects;

/**
 * Closed loops on some CPUs.
 *
 * <p>{@code burn} needs no driver, so it may use all CPUs of the machine. Programs under HTTP have
 * those of the service; driver and remote system keep theirs.
 */
public final class TaskLoads {
  private static final long MS = 1_000_000;
  private static final int MOST_CLIENTS = 20_000;

  private TaskLoads() {}

  /**
   * The length of a load.
   *
   * @param warmUpCpuNs CPU time of the warm-up
   * @param warmUpNs its least length
   * @param durationNs of the load
   */
  public record Length(long warmUpCpuNs, long warmUpNs, long durationNs) {}

  /** A number of clients per CPU. */
  public static int clients(int perCpu, int cpus) {
    return Math.min(MOST_CLIENTS, perCpu * cpus);
  }

  /** Tasks of callers in the process itself. */
  public static StepPlan burn(int cpus, int callers, long taskNs, Length length) {
    return load(
        "burn, " + task(taskNs) + " on " + Numbers.count(cpus, "CPU"),
        callers,
        length,
        0,
        new StepPlan.Program(StudyApp.BURN, cpus, taskNs));
  }

  /** The same tasks over HTTP. */
  public static StepPlan ping(int cpus, int clients, long taskNs, Length length) {
    return load(
        "ping, " + task(taskNs) + " on " + Numbers.count(cpus, "CPU"),
        clients,
        length,
        0,
        new StepPlan.Program(StudyApp.PING, cpus, taskNs));
  }

  /** The bank. */
  public static StepPlan bank(int cpus, int clients, Length length) {
    return load(
        "bank on " + Numbers.count(cpus, "CPU"),
        clients,
        length,
        2 * MS,
        new StepPlan.Program(StudyApp.BANK, cpus, null));
  }

  private static StepPlan load(
      String name, int clients, Length length, long delayNs, StepPlan.Program program) {
    return new StepPlan(
        name,
        new Traffic.Closed(clients, 0),
        clients,
        StepPlan.WarmUp.ofCpuTime(
            length.warmUpCpuNs, Objects.requireNonNull(program.cpus()), length.warmUpNs, clients),
        StepPlan.Times.of(length.durationNs, delayNs),
        program,
        false);
  }

  /** A task's length in the names of loads, always in milliseconds: {@code 0.05 ms}. */
  public static String task(long taskNs) {
    return Numbers.shortNumber(taskNs / 1e6) + " ms";
  }
}
