package dev.foliot.study.burn;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Who has which CPUs while {@code burn} runs, which has no driver and no remote system, and so may
 * have all there are. Immutable.
 *
 * @param own those of burn
 * @param others those of who watches; empty where burn has all
 */
public record BurnCpus(CpuList own, CpuList others) {
  /**
   * So many CPUs: one hardware thread of each core first, and of these those that a service has.
   *
   * @param count how many; null for those of a service
   * @throws IllegalArgumentException if there are not as many
   */
  static BurnCpus of(CpuPartition partition, @Nullable Integer count) {
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

  /** How many CPUs a study has for all that it starts. */
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
