package dev.foliot.checks.simulator;

import java.util.List;

/**
 * The machine.
 *
 * <p>With these costs, two cores with 64 clients and tasks of 100 us do about 19,000 a second with
 * few threads, and about a tenth less when every task is handed to a parked thread. A real machine
 * loses 15 % there with a cached pool, and 3 % at tasks that also block.
 *
 * @param cores how many cores, 1 to 512
 * @param quotaCpus CPU seconds that a cgroup gives per second, in periods of 100 ms; infinite
 *     without a quota
 * @param neighbours the other users of the cores
 * @param readable whether the pool can read the CPU's use
 * @param sliceNs how long a thread may run while another waits for the core
 * @param switchNs CPU time when a core switches to another thread
 * @param wakeNs CPU time of a thread that was parked and woken
 * @param createNs CPU time of creating a thread
 * @param dispatchNs CPU time of taking a task from the queue and ending it
 */
public record Machine(
    int cores,
    double quotaCpus,
    List<Neighbour> neighbours,
    boolean readable,
    long sliceNs,
    long switchNs,
    long wakeNs,
    long createNs,
    long dispatchNs) {
  /** A quota's period. */
  static final long PERIOD_NS = 100_000_000;

  /** Checks the ranges. */
  public Machine {
    if (cores < 1 || cores > 512) {
      throw new IllegalArgumentException(cores + " cores: 1 to 512 can be simulated");
    }
    if (!(quotaCpus > 0)) {
      throw new IllegalArgumentException("a quota of " + quotaCpus + " CPUs: must be above 0");
    }
    neighbours = List.copyOf(neighbours);
    for (Neighbour neighbour : neighbours) {
      if (neighbour.cores > cores) {
        throw new IllegalArgumentException("a neighbour on more cores than there are");
      }
    }
  }

  /** A machine without quota and neighbours. */
  public static Machine of(int cores) {
    return new Machine(
        cores, Double.POSITIVE_INFINITY, List.of(), true, 4_000_000, 4_000, 6_000, 60_000, 500);
  }

  /** A copy with all costs at zero, as in theory. */
  public Machine free() {
    return new Machine(cores, quotaCpus, neighbours, readable, sliceNs, 0, 0, 0, 0);
  }

  /** A copy with a quota. */
  public Machine quota(double cpus) {
    return new Machine(
        cores, cpus, neighbours, readable, sliceNs, switchNs, wakeNs, createNs, dispatchNs);
  }

  /** A copy with a neighbour. */
  public Machine neighbour(int taken, long fromNs, long toNs) {
    List<Neighbour> one = List.of(new Neighbour(taken, fromNs, toNs));
    return new Machine(
        cores, quotaCpus, one, readable, sliceNs, switchNs, wakeNs, createNs, dispatchNs);
  }

  /** A copy without CPU readings. */
  public Machine unreadable() {
    return new Machine(
        cores, quotaCpus, neighbours, false, sliceNs, switchNs, wakeNs, createNs, dispatchNs);
  }

  /** The number of CPUs that the process may use. */
  double cpus() {
    return Math.min(cores, quotaCpus);
  }

  /** Another user of complete cores for some time. */
  public record Neighbour(int cores, long fromNs, long toNs) {}
}
