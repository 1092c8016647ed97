package dev.foliot.service.watch;

import dev.foliot.service.profile.ProfileWay;
import java.nio.file.Path;
import java.util.List;

/**
 * The scope and the intervals of a watch. Immutable.
 *
 * @param pid the process; its children are watched too
 * @param periodNs the interval between samples, in nanoseconds; usually a second. A sample reads
 *     two files per thread
 * @param memoryPeriodNs the interval between memory readings of a JVM, besides those at both ends,
 *     in nanoseconds; 0 for none
 * @param jdk the folder of the JDK whose jcmd is used; its version need not be the JVM's
 * @param recording whether a flight recording runs in a JVM
 * @param collection whether the watch ends with a full collection of a JVM, to measure the memory
 *     it frees
 * @param profile how a JVM is profiled, in order of preference; empty for none
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

  /** A plan without a profile. */
  public WatchPlan(
      long pid,
      long periodNs,
      long memoryPeriodNs,
      Path jdk,
      boolean recording,
      boolean collection) {
    this(pid, periodNs, memoryPeriodNs, jdk, recording, collection, List.of());
  }

  /** A copy with a profile. */
  public WatchPlan profiled(List<ProfileWay> ways) {
    return new WatchPlan(pid, periodNs, memoryPeriodNs, jdk, recording, collection, ways);
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the process id or a period is not above 0
   */
  public WatchPlan {
    profile = List.copyOf(profile);
    if (pid < 1 || periodNs < 1 || memoryPeriodNs < 0) {
      throw new IllegalArgumentException(
          "process " + pid + " every " + periodNs + " ns, memory every " + memoryPeriodNs + " ns");
    }
  }

  /** Whether memory is read, at least at both ends. */
  boolean looks() {
    return memoryPeriodNs > 0 || collection;
  }

  /** A plan for everything: samples every second, memory every ten, and a collection at the end. */
  public static WatchPlan of(long pid, Path jdk) {
    return new WatchPlan(pid, SECOND_NS, 10 * SECOND_NS, jdk, true, true);
  }

  /** A plan for the kernel's figures only, once a second, without attaching. */
  public static WatchPlan fromOutside(long pid) {
    return new WatchPlan(pid, SECOND_NS, 0, Path.of(System.getProperty("java.home")), false, false);
  }
}
