package dev.foliot.study.plan;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The resource limits of an arm's service. Immutable.
 *
 * @param cpus the number of the service's CPUs that it may use; empty for all of them
 * @param quotaCpus its CPU time, in CPUs; empty for all
 * @param memoryBytes its memory limit in the kernel; empty for all
 * @param readyWithinNs the time limit of its start, in nanoseconds
 * @param environment variables added to this process's own, or replacing them
 */
public record ArmBounds(
    OptionalInt cpus,
    OptionalDouble quotaCpus,
    OptionalLong memoryBytes,
    long readyWithinNs,
    Map<String, String> environment) {
  /** The default time limit of an arm's start. */
  public static final long USUAL_READY_NS = 60_000_000_000L;

  /** No bounds, and this process's environment. */
  public static final ArmBounds NONE =
      new ArmBounds(
          OptionalInt.empty(),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          USUAL_READY_NS,
          Map.of());

  /** Keeps a copy. */
  public ArmBounds {
    environment = Map.copyOf(environment);
  }

  /**
   * The CPUs that it may use.
   *
   * @throws IllegalArgumentException if the service has fewer
   */
  public CpuList cpusOf(CpuPartition partition) {
    return cpus.isEmpty()
        ? partition.service()
        : partition.withServiceCpus(cpus.getAsInt()).service();
  }
}
