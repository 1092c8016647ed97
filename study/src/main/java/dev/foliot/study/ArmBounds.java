package dev.foliot.study;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What an arm's service is given, and no more. Immutable.
 *
 * @param cpus on how many of the service's CPUs it may run; empty for all of them
 * @param quotaCpus the CPU time that it gets, in CPUs; empty for all
 * @param memoryBytes the memory that the kernel lets it use; empty for all
 * @param readyWithinNs how long it may take to get ready, in nanoseconds
 * @param environment variables that are added to this process's own, or replace them
 */
public record ArmBounds(
    OptionalInt cpus,
    OptionalDouble quotaCpus,
    OptionalLong memoryBytes,
    long readyWithinNs,
    Map<String, String> environment) {
  /** How long an arm may take to get ready where nothing else is asked for. */
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
   * On which CPUs it may run.
   *
   * @throws IllegalArgumentException if the service has not as many
   */
  public CpuList cpusOf(CpuPartition partition) {
    return cpus.isEmpty()
        ? partition.service()
        : partition.withServiceCpus(cpus.getAsInt()).service();
  }
}
