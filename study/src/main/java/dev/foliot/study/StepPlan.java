package dev.foliot.study;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Traffic;
import dev.foliot.store.study.StudyMark;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A load that each arm is put under: a warm-up with a quick remote system, a time without requests,
 * and the measured load. It has processes of its own, or those of the load before it.
 *
 * @param name what messages call it
 * @param traffic of the measured load
 * @param connections of the driver, at least as many as there are clients
 * @param warmUp before it
 * @param times of the load
 * @param program what is loaded
 * @param continues whether it follows the load before it in the same processes, at once; its
 *     warm-up and idle time are that load's then
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

  /**
   * A warm-up.
   *
   * @param ns how long
   * @param clients of its closed loop
   */
  public record WarmUp(long ns, int clients) {}

  /**
   * The times of a load, in nanoseconds.
   *
   * @param idleNs how long nothing comes before the load; 0 for no pause
   * @param durationNs how long the load lasts
   * @param delayNs how long the remote system takes to answer under the load
   * @param intervalNs the resolution of what is seen against time
   */
  public record Times(long idleNs, long durationNs, long delayNs, long intervalNs) {
    /** Without a pause, in 40 intervals or in those of 100 ms. */
    public static Times of(long durationNs, long delayNs) {
      return new Times(0, durationNs, delayNs, Math.max(100 * MS, durationNs / 40));
    }
  }

  /**
   * What is loaded.
   *
   * @param app which built-in program
   * @param cpus how many CPUs it has under this load; null for the service's
   * @param taskNs the CPU time of a task, null where that is not fixed
   */
  public record Program(StudyApp app, @Nullable Integer cpus, @Nullable Long taskNs) {
    /** The bank, or a command, on all CPUs of the service. */
    public static final Program BANK = new Program(StudyApp.BANK, null, null);
  }

  /** How long the service is warmed up. */
  public long warmupNs() {
    return warmUp.ns;
  }

  /** Of the warm-up's closed loop. */
  public int warmupClients() {
    return warmUp.clients;
  }

  /** How long nothing comes before the load. */
  public long idleNs() {
    return times.idleNs;
  }

  /** How long the load lasts. */
  public long durationNs() {
    return times.durationNs;
  }

  /** How long the remote system takes to answer. */
  public long delayNs() {
    return times.delayNs;
  }

  /** The resolution of what is seen against time. */
  public long intervalNs() {
    return times.intervalNs;
  }

  /** What is loaded. */
  public StudyApp app() {
    return program.app;
  }

  /** How many CPUs it has; null for the service's. */
  public @Nullable Integer cpus() {
    return program.cpus;
  }

  /** The CPU time of a task; null where that is not fixed. */
  public @Nullable Long taskNs() {
    return program.taskNs;
  }

  /** Clients of a closed loop; null where it is none. */
  public @Nullable Integer clients() {
    return traffic instanceof Traffic.Closed closed ? closed.clients() : null;
  }

  /** The rate of an open loop; null where it is none. */
  public @Nullable Double ratePerS() {
    return traffic instanceof Traffic.Open open ? open.rate().perSecond() : null;
  }

  /** {@code open}, {@code closed}, or {@code none} where there is no network. */
  String loop() {
    return switch (traffic) {
      case Traffic.Open _ -> "open";
      case Traffic.Closed _ -> "closed";
      case Traffic.Idle _ -> "none";
    };
  }

  /** Its traffic in words; the callers of a program without a network are no clients. */
  public String trafficText() {
    return switch (program.app) {
      case LOTTERY -> "type checks by two threads of one process, no network";
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

  /** The moments at which it changes its rate, its beginning first; none where it does not. */
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

  /** The same with other traffic. */
  public StepPlan withTraffic(Traffic other) {
    return new StepPlan(name, other, connections, warmUp, times, program, continues);
  }

  /** The same with a remote system that takes another time. */
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

  /** The same in the processes of the load before it. */
  public StepPlan continuing() {
    return with(name, true);
  }

  /** The same in processes of its own. */
  public StepPlan alone() {
    return with(name, false);
  }

  /** The same, named by the first and the last of several. */
  StepPlan upTo(StepPlan last) {
    return equals(last) ? this : with(name + " to " + last.name, continues);
  }

  /** The same under another name. */
  public StepPlan named(String other) {
    return with(other, continues);
  }

  private StepPlan with(String otherName, boolean follows) {
    return new StepPlan(otherName, traffic, connections, warmUp, times, program, follows);
  }

  /** About how long a fork takes. */
  public long forkNs() {
    if (continues) {
      return durationNs();
    }
    long aroundNs =
        switch (program.app) {
          case BANK -> 8_500 * MS;
          case PING -> 9_000 * MS;
          case BURN -> 600 * MS;
          case LOTTERY -> 1_800 * MS;
        };
    return warmupNs() + idleNs() + durationNs() + aroundNs;
  }
}
