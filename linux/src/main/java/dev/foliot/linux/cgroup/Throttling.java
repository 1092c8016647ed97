package dev.foliot.linux.cgroup;

import dev.foliot.linux.KernelFiles;
import dev.foliot.linux.KernelText;
import dev.foliot.linux.UnreadableException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How often and how long CPU quotas were exhausted, over a process's group and its visible
 * ancestors. Source: cpu.stat in the kernel documents "Control Group v2" and "CFS Bandwidth
 * Control". Immutable.
 *
 * <p>It counts whole groups, including other processes of a group and other children of an
 * ancestor. Zero therefore proves that the process was not throttled. A positive value proves only
 * that one of its groups was.
 *
 * @param periods number of periods with an exhausted quota
 * @param throttledNs time throttled in nanoseconds, summed over the CPUs
 */
public record Throttling(long periods, long throttledNs) {
  /** The increase since {@code earlier}, a reading of the same groups. */
  public Throttling since(Throttling earlier) {
    return new Throttling(periods - earlier.periods, throttledNs - earlier.throttledNs);
  }

  /** A group that has no such counters has no quota, and adds nothing. */
  static Throttling read(KernelFiles files, CgroupLevels levels) throws UnreadableException {
    long periods = 0;
    long throttledNs = 0;
    for (Path directory : levels.directories()) {
      Optional<KernelText> text = files.textIfPresent(directory.resolve("cpu.stat"));
      if (text.isPresent()) {
        KernelText stat = text.get();
        periods = sum(stat, periods, stat.keyed("nr_throttled").orElse(0L));
        throttledNs = sum(stat, throttledNs, throttledNs(stat, levels.isVersion2()));
      }
    }
    return new Throttling(periods, throttledNs);
  }

  /**
   * Reads each group separately, in the order of levels; groups without such counters are left out.
   */
  static Map<Path, Throttling> readEach(KernelFiles files, CgroupLevels levels)
      throws UnreadableException {
    Map<Path, Throttling> each = new LinkedHashMap<>();
    for (Path directory : levels.directories()) {
      Optional<KernelText> text = files.textIfPresent(directory.resolve("cpu.stat"));
      Optional<Long> periods =
          text.isPresent() ? text.get().keyed("nr_throttled") : Optional.empty();
      if (periods.isPresent()) {
        each.put(
            directory, new Throttling(periods.get(), throttledNs(text.get(), levels.isVersion2())));
      }
    }
    return Collections.unmodifiableMap(each);
  }

  private static long throttledNs(KernelText stat, boolean isVersion2) throws UnreadableException {
    if (!isVersion2) {
      return stat.keyed("throttled_time").orElse(0L);
    }
    long us = stat.keyed("throttled_usec").orElse(0L);
    if (us > Long.MAX_VALUE / 1_000) {
      throw stat.malformed("throttled_usec", String.valueOf(us));
    }
    return us * 1_000;
  }

  private static long sum(KernelText stat, long a, long b) throws UnreadableException {
    if (a > Long.MAX_VALUE - b) {
      throw stat.malformed("counter", String.valueOf(b));
    }
    return a + b;
  }
}
