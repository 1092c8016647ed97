package dev.foliot.study.plan;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Traffic;
import dev.foliot.store.study.StudyMark;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A load for each arm. It has a warm-up with a fast remote system, a time without requests, and the
 * measured load. Its processes are its own, or those of the load before it.
 *
 * @param name for messages
 * @param traffic of the measured load
 * @param connections of the driver, at least one per client
 * @param warmUp before it
 * @param times of the load
 * @param program the program under load
 * @param continues whether it follows the load before it in the same processes, with that load's
 *     warm-up and idle time, and settles before it is measured
 */
public record StepPlan(
    String name,
    Traffic traffic,
    int connections,
    WarmUp warmUp,
    Times times,
    Program program,
    boolean continues) {
  private static final long MS = 1_000_000;
  private static final double NS_PER_MS = 1e6;

  /** New connections carry their first requests, and a pool finds its size. */
  private static final long SETTLE_NS = 1_500 * MS;

  /**
   * A warm-up.
   *
   * @param ns its length, at most
   * @param clients of its closed loop
   * @param untilSteady whether it ends earlier, once throughput is steady
   */
  public record WarmUp(long ns, int clients, boolean untilSteady) {
    /** How long most services take until their throughput is steady. */
    private static final long USUAL_STEADY_NS = 20_000 * MS;

    /** A second load generator, which measures, starts and warms up. */
    private static final long SECOND_DRIVER_NS = 5_000 * MS;

    /** A warm-up of a fixed length. */
    public WarmUp(long ns, int clients) {
      this(ns, clients, false);
    }

    /** The length that is to be expected. */
    public long aboutNs() {
      return untilSteady ? Math.min(ns, USUAL_STEADY_NS) + SECOND_DRIVER_NS : ns;
    }

    /**
     * A warm-up by CPU time: a JVM on few CPUs takes longer to compile its code. It lasts as long
     * as that many CPUs take, and so at most the CPU time itself, for one CPU.
     *
     * @param cpuNs the CPU time, in nanoseconds
     * @param cpus the number of CPUs of the program, at least 1
     * @param leastNs its least length
     */
    public static WarmUp ofCpuTime(long cpuNs, int cpus, long leastNs, int clients) {
      return new WarmUp(Math.max(leastNs, cpuNs / cpus), clients);
    }
  }

  /**
   * The times of a load, in nanoseconds.
   *
   * @param idleNs the pause before the load; 0 for none
   * @param durationNs the length of the load
   * @param delayNs the remote system's delay under the load
   * @param intervalNs the resolution of values over time
   */
  public record Times(long idleNs, long durationNs, long delayNs, long intervalNs) {
    /** Times without a pause, in 40 intervals or in those of 100 ms. */
    public static Times of(long durationNs, long delayNs) {
      return new Times(0, durationNs, delayNs, Math.max(100 * MS, durationNs / 40));
    }
  }

  /**
   * The program under load.
   *
   * @param app the built-in program
   * @param cpus the number of its CPUs under this load; null for the service's
   * @param taskNs the CPU time of a task, null if that is not fixed
   */
  public record Program(StudyApp app, @Nullable Integer cpus, @Nullable Long taskNs) {
    /** The bank, or a command, on all CPUs of the service. */
    public static final Program BANK = new Program(StudyApp.BANK, null, null);
  }

  /** The length of the warm-up, at most. */
  public long warmupNs() {
    return warmUp.ns;
  }

  /** The time under its own load before it is measured, if it follows another; at most 1.5 s. */
  public long settleNs() {
    return continues ? Math.min(SETTLE_NS, durationNs()) : 0;
  }

  /** The clients of the warm-up's closed loop. */
  public int warmupClients() {
    return warmUp.clients;
  }

  /** The pause before the load. */
  public long idleNs() {
    return times.idleNs;
  }

  /** The length of the load. */
  public long durationNs() {
    return times.durationNs;
  }

  /** The remote system's delay. */
  public long delayNs() {
    return times.delayNs;
  }

  /** The resolution of values over time. */
  public long intervalNs() {
    return times.intervalNs;
  }

  /** The program under load. */
  public StudyApp app() {
    return program.app;
  }

  /** The number of its CPUs; null for the service's. */
  public @Nullable Integer cpus() {
    return program.cpus;
  }

  /** The CPU time of a task; null if that is not fixed. */
  public @Nullable Long taskNs() {
    return program.taskNs;
  }

  /** The clients of a closed loop; null for other loads. */
  public @Nullable Integer clients() {
    return traffic instanceof Traffic.Closed closed ? closed.clients() : null;
  }

  /** The rate of an open loop; null for other loads. */
  public @Nullable Double ratePerS() {
    return traffic instanceof Traffic.Open open ? open.rate().perSecond() : null;
  }

  /** {@code open}, {@code closed}, or {@code none} without a network. */
  public String loop() {
    return switch (traffic) {
      case Traffic.Open _ -> "open";
      case Traffic.Closed _ -> "closed";
      case Traffic.Idle _ -> "none";
    };
  }

  /** Its traffic in words; the callers of a program without a network do not count as clients. */
  public String trafficText() {
    return switch (program.app) {
      case LOTTERY -> "type checks by two threads of one process, no network";
      case SHARING -> "operations by a thread per CPU of one process, no network";
      case BURN ->
          traffic instanceof Traffic.Closed closed
              ? "closed loop, " + closed.clients() + " callers in the process itself, no network"
              : traffic.toString();
      case BANK ->
          traffic instanceof Traffic.Idle
              ? "the program's own work, by the total that it prints"
              : traffic.toString();
      case PING -> traffic.toString();
    };
  }

  /** The moments of its rate changes, beginning with its start; empty for a constant rate. */
  public List<StudyMark> marks() {
    if (!(traffic instanceof Traffic.Open(Rate _, Arrivals.Step(List<Rate> rates)))
        || rates.size() == 1) {
      return List.of();
    }
    double eachMs = durationNs() / NS_PER_MS / rates.size();
    return IntStream.range(0, rates.size())
        .mapToObj(i -> new StudyMark(i * eachMs, rates.get(i).toString()))
        .toList();
  }

  /** A copy with other traffic. */
  public StepPlan withTraffic(Traffic other) {
    return new StepPlan(name, other, connections, warmUp, times, program, continues);
  }

  /** A copy with another delay of the remote system. */
  public StepPlan withDelay(long otherNs) {
    return new StepPlan(
        name,
        traffic,
        connections,
        warmUp,
        new Times(times.idleNs, times.durationNs, otherNs, times.intervalNs),
        program,
        continues);
  }

  /** A copy in the processes of the load before it. */
  public StepPlan continuing() {
    return with(name, true);
  }

  /** A copy in separate processes. */
  public StepPlan alone() {
    return with(name, false);
  }

  /** A copy named by the first and the last of several. */
  public StepPlan upTo(StepPlan last) {
    return equals(last) ? this : with(name + " to " + last.name, continues);
  }

  /** A copy with another name. */
  public StepPlan named(String other) {
    return with(other, continues);
  }

  private StepPlan with(String otherName, boolean follows) {
    return new StepPlan(otherName, traffic, connections, warmUp, times, program, follows);
  }

  /** The approximate duration of a fork. */
  public long forkNs() {
    if (continues) {
      return settleNs() + durationNs();
    }
    long aroundNs =
        switch (program.app) {
          case BANK -> 5_500 * MS;
          case PING -> 5_000 * MS;
          case BURN -> 600 * MS;
          case LOTTERY, SHARING -> 1_800 * MS;
        };
    return warmUp.aboutNs() + idleNs() + durationNs() + aroundNs;
  }
}
