package dev.foliot.study.burn;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The assignment of CPUs for {@code burn}. It has no driver and no remote system, and so may use
 * all. Immutable.
 *
 * @param own those of burn
 * @param others those of the watches; empty if burn has all
 */
public record BurnCpus(CpuList own, CpuList others) {
  /**
   * A number of CPUs: one hardware thread of each core first, the service's ones first among these.
   *
   * @param count the number; null for the service's
   * @throws IllegalArgumentException if the partition has fewer
   */
  public static BurnCpus of(CpuPartition partition, @Nullable Integer count) {
    int[] all = all(partition);
    int own = count == null ? partition.service().size() : count;
    if (own < 1 || own > all.length) {
      throw new IllegalArgumentException(own + " CPUs of " + all.length);
    }
    // the first of them are the service's
    int[] ordered = count == null ? all : partition.coresFirst(all).toArray();
    return new BurnCpus(
        CpuList.of(IntStream.of(ordered).limit(own).toArray()),
        CpuList.of(IntStream.of(ordered).skip(own).toArray()));
  }

  /** The number of CPUs that a study has for all its processes. */
  public static int most(CpuPartition partition) {
    return all(partition).length;
  }

  private static int[] all(CpuPartition partition) {
    return IntStream.concat(
            partition.service().stream(),
            IntStream.concat(partition.remote().stream(), partition.driver().stream()))
        .distinct()
        .toArray();
  }
}
