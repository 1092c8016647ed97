package dev.foliot.lab.study;

import dev.foliot.lab.load.Traffic;

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
    long intervalNs) {
  /** For start and end of three processes; only progress goes by it. */
  private static final long AROUND_NS = 3_500_000_000L;

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
        intervalNs);
  }

  /** About how long a fork takes. */
  public long forkNs() {
    return warmupNs + idleNs + durationNs + AROUND_NS;
  }
}
