package dev.foliot.service.watch;

import dev.foliot.service.profile.ProfileWay;
import java.nio.file.Path;
import java.util.List;

/**
 * What is watched, and how closely. Immutable.
 *
 * @param pid the process; what it starts is watched too
 * @param periodNs between two samples, in nanoseconds; a second is usual. A sample reads two files
 *     for each thread
 * @param memoryPeriodNs between two looks at what a JVM's memory is made of, beside those at both
 *     ends, in nanoseconds; 0 for none
 * @param jdk the folder of the JDK whose jcmd is used; its version need not be the JVM's
 * @param recording whether a flight recording runs in a JVM
 * @param collection whether a JVM is made to collect everything at the end, to see what falls
 * @param profile how a JVM is profiled, the way that is tried first in front; empty for not
 */
public record WatchPlan(
    long pid,
    long periodNs,
    long memoryPeriodNs,
    Path jdk,
    boolean recording,
    boolean collection,
    List<ProfileWay> profile) {
  private static final long SECOND_NS = 1_000_000_000;

  /** Without a profile. */
  public WatchPlan(
      long pid,
      long periodNs,
      long memoryPeriodNs,
      Path jdk,
      boolean recording,
      boolean collection) {
    this(pid, periodNs, memoryPeriodNs, jdk, recording, collection, List.of());
  }

  /** The same with a profile. */
  public WatchPlan profiled(List<ProfileWay> ways) {
    return new WatchPlan(pid, periodNs, memoryPeriodNs, jdk, recording, collection, ways);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the process id is not above 0, or a period is not
   */
  public WatchPlan {
    profile = List.copyOf(profile);
    if (pid < 1 || periodNs < 1 || memoryPeriodNs < 0) {
      throw new IllegalArgumentException(
          "process " + pid + " every " + periodNs + " ns, memory every " + memoryPeriodNs + " ns");
    }
  }

  /** Whether what the memory is made of is looked at, if only at both ends. */
  boolean looks() {
    return memoryPeriodNs > 0 || collection;
  }

  /** Everything: samples every second, memory every ten, and a collection at the end. */
  public static WatchPlan of(long pid, Path jdk) {
    return new WatchPlan(pid, SECOND_NS, 10 * SECOND_NS, jdk, true, true);
  }

  /** The kernel's figures alone, once a second: nothing is attached. */
  public static WatchPlan fromOutside(long pid) {
    return new WatchPlan(pid, SECOND_NS, 0, Path.of(System.getProperty("java.home")), false, false);
  }
}
