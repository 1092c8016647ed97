package dev.foliot.lab.study;

import dev.foliot.lab.load.Traffic;
import org.jspecify.annotations.Nullable;

/**
 * A load that each arm is put under, in a fork of its own: a warm-up with a quick remote system, a
 * time without requests, and the measured load.
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
    @Nullable Long taskNs) {
  private static final long MS = 1_000_000;

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
        taskNs);
  }

  /** About how long a fork takes. */
  public long forkNs() {
    long aroundNs =
        switch (app) {
          case BANK -> 3_500 * MS;
          case PING -> 3_000 * MS;
          case BURN -> 600 * MS;
          case LOTTERY -> 1_800 * MS;
        };
    return warmupNs + idleNs + durationNs + aroundNs;
  }
}
