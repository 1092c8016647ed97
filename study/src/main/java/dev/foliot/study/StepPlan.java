package dev.foliot.study;

import dev.foliot.load.Traffic;
import org.jspecify.annotations.Nullable;

/**
 * A load that each arm is put under: a warm-up with a quick remote system, a time without requests,
 * and the measured load. It has processes of its own, or those of the load before it.
 *
 * @param name what messages call it
 * @param traffic of the measured load
 * @param connections of the driver, at least as many as there are clients
 * @param warmupNs how long the service is warmed up
 * @param warmupClients of the warm-up's closed loop
 * @param idleNs how long nothing comes before the load; 0 for no pause
 * @param durationNs how long the load lasts
 * @param delayNs how long the remote system takes to answer under the measured load
 * @param intervalNs the resolution of what is seen against time
 * @param app what is loaded
 * @param cpus how many CPUs it has under this load; null for the service's
 * @param taskNs the CPU time of a task, null where that is not fixed
 * @param continues whether it follows the load before it in the same processes, at once; its
 *     warm-up and idle time are that load's then
 */
public record StepPlan(
    String name,
    Traffic traffic,
    int connections,
    long warmupNs,
    int warmupClients,
    long idleNs,
    long durationNs,
    long delayNs,
    long intervalNs,
    StudyApp app,
    @Nullable Integer cpus,
    @Nullable Long taskNs,
    boolean continues) {
  private static final long MS = 1_000_000;

  /** A load with processes of its own. */
  public StepPlan(
      String name,
      Traffic traffic,
      int connections,
      long warmupNs,
      int warmupClients,
      long idleNs,
      long durationNs,
      long delayNs,
      long intervalNs,
      StudyApp app,
      @Nullable Integer cpus,
      @Nullable Long taskNs) {
    this(
        name,
        traffic,
        connections,
        warmupNs,
        warmupClients,
        idleNs,
        durationNs,
        delayNs,
        intervalNs,
        app,
        cpus,
        taskNs,
        false);
  }

  /** A load of the bank on all the CPUs of the service. */
  public StepPlan(
      String name,
      Traffic traffic,
      int connections,
      long warmupNs,
      int warmupClients,
      long idleNs,
      long durationNs,
      long delayNs,
      long intervalNs) {
    this(
        name,
        traffic,
        connections,
        warmupNs,
        warmupClients,
        idleNs,
        durationNs,
        delayNs,
        intervalNs,
        StudyApp.BANK,
        null,
        null);
  }

  /** The same with a remote system that takes another time. */
  public StepPlan withDelay(long otherNs) {
    return new StepPlan(
        name,
        traffic,
        connections,
        warmupNs,
        warmupClients,
        idleNs,
        durationNs,
        otherNs,
        intervalNs,
        app,
        cpus,
        taskNs,
        continues);
  }

  /** The same in the processes of the load before it. */
  StepPlan continuing() {
    return with(name, true);
  }

  /** The same in processes of its own. */
  public StepPlan alone() {
    return with(name, false);
  }

  /** The same, in the words of the first and the last of several. */
  StepPlan upTo(StepPlan last) {
    return equals(last) ? this : with(name + " to " + last.name, continues);
  }

  private StepPlan with(String otherName, boolean follows) {
    return new StepPlan(
        otherName,
        traffic,
        connections,
        warmupNs,
        warmupClients,
        idleNs,
        durationNs,
        delayNs,
        intervalNs,
        app,
        cpus,
        taskNs,
        follows);
  }

  /** About how long a fork takes. */
  public long forkNs() {
    if (continues) {
      return durationNs;
    }
    long aroundNs =
        switch (app) {
          case BANK -> 8_500 * MS;
          case PING -> 9_000 * MS;
          case BURN -> 600 * MS;
          case LOTTERY -> 1_800 * MS;
        };
    return warmupNs + idleNs + durationNs + aroundNs;
  }
}
