package dev.foliot.study.memory;

import com.sun.management.OperatingSystemMXBean;
import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.Traffic;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The load of the study of memory: an open loop of L, and then of 1.1 L. Both run in one process of
 * the service. L is equal for all arms, and low enough to saturate none: {@link MemoryCalibration}
 * finds it.
 */
final class MemoryLoads {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long MB = 1 << 20;

  /**
   * A delay of the remote system that keeps dozens of requests in flight. In the full form they are
   * hundreds, like in the published study. The driver can still send on time. On two CPUs it shares
   * one with the remote system.
   */
  private static final long DELAY_NS = 50 * MS;

  private static final long QUICK_DELAY_NS = 100 * MS;
  private static final long FULL_DELAY_NS = 250 * MS;
  private static final int CONNECTIONS = 512;
  private static final int FULL_CONNECTIONS = 2_048;
  private static final int WARMUP_CLIENTS = 16;
  private static final int FULL_WARMUP_CLIENTS = 128;

  /** Of the slowest arm's maximum; at more a driver that shares its CPU is late. */
  private static final double SHARE = 0.5;

  /** L is a multiple of this, which makes 1.1 L an integer rate too. */
  private static final long GRAIN_PER_S = 10;

  private static final long MOST_PER_S = 100_000;

  /**
   * The share of the connections per CPU that measure an arm's maximum. Each connection waits for
   * the remote system, so they limit the rate: to the number of threads of some arms, and in the
   * quick form to the rate that a driver can send on time beside the remote system.
   */
  private static final int CALIBRATION_PART = 4;

  private static final int MOST_CLIENTS = 20_000;
  private static final long SMALLEST_MB = 64;
  private static final long LEAST_LARGEST_MB = 256;
  private static final long LARGEST_MB = 2_048;
  private static final int PART_OF_RAM = 4;

  /** The shape of the load before L is known. */
  private static final Traffic.Open SHAPE = traffic(GRAIN_PER_S);

  private MemoryLoads() {}

  /** The load of a form, before L is known. */
  static StepPlan step(StudyForm form) {
    return switch (form) {
      case TEST -> step(500 * MS, 3 * SECOND, DELAY_NS, CONNECTIONS, WARMUP_CLIENTS);
      case QUICK -> step(1_500 * MS, 6 * SECOND, QUICK_DELAY_NS, CONNECTIONS, WARMUP_CLIENTS);
      case FULL ->
          step(10 * SECOND, 90 * SECOND, FULL_DELAY_NS, FULL_CONNECTIONS, FULL_WARMUP_CLIENTS);
    };
  }

  private static StepPlan step(
      long warmupNs, long durationNs, long delayNs, int connections, int warmupClients) {
    return new StepPlan(
        "L, then 1.1 L",
        SHAPE,
        connections,
        new StepPlan.WarmUp(warmupNs, warmupClients),
        StepPlan.Times.of(durationNs, delayNs),
        StepPlan.Program.BANK,
        false);
  }

  private static Traffic.Open traffic(long perS) {
    Rate rate = Rate.perSecond(perS);
    Rate more = Rate.perSecond(perS * 11 / 10);
    return new Traffic.Open(rate, new Arrivals.Step(List.of(rate, more)));
  }

  /** Whether a load still lacks its L. */
  static boolean lacksRate(StepPlan step) {
    return step.traffic().equals(SHAPE);
  }

  /**
   * The load that measures an arm's maximum.
   *
   * @param serviceCpus the number of its CPUs
   */
  static StepPlan calibration(StepPlan step, int serviceCpus) {
    long waiting = (long) step.connections() / CALIBRATION_PART;
    int clients = Math.clamp(waiting * serviceCpus, 1, MOST_CLIENTS);
    return new StepPlan(
        "calibration",
        new Traffic.Closed(clients, 0),
        clients,
        new StepPlan.WarmUp(Math.min(step.warmupNs(), 3 * SECOND), clients),
        new StepPlan.Times(
            0, Math.clamp(step.durationNs() / 6, 500 * MS, 5 * SECOND), step.delayNs(), 100 * MS),
        StepPlan.Program.BANK,
        false);
  }

  /**
   * The load with its L.
   *
   * @param slowestPerS the maximum of the slowest arm
   */
  static StepPlan at(StepPlan step, double slowestPerS) {
    long perS =
        Math.clamp(
            (long) (SHARE * slowestPerS) / GRAIN_PER_S * GRAIN_PER_S, GRAIN_PER_S, MOST_PER_S);
    return step.withTraffic(traffic(perS));
  }

  /**
   * The arguments for all arms' JVMs. A small heap that may grow makes the memory depend on the
   * load. HotSpot's native memory tracking is on.
   */
  static List<String> jvmArgs() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? jvmArgs(system.getTotalMemorySize())
        : jvmArgs(LEAST_LARGEST_MB * PART_OF_RAM * MB);
  }

  /**
   * The arguments for a machine.
   *
   * @param ramBytes its memory, or its container's limit
   */
  static List<String> jvmArgs(long ramBytes) {
    long largest = Math.clamp(ramBytes / PART_OF_RAM / MB, LEAST_LARGEST_MB, LARGEST_MB);
    return List.of(
        "-Xms" + SMALLEST_MB + "m", "-Xmx" + largest + "m", "-XX:NativeMemoryTracking=detail");
  }
}
