package dev.foliot.study;

import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Traffic;
import dev.foliot.service.CpuPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The loads of the studies, sized to how many CPUs the service has. */
public final class StudyLoads {
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final int MOST_CLIENTS = 20_000;

  /** For each CPU of the service: so many that it has no time left while it warms up. */
  private static final int WARMING_CLIENTS = 32;

  /** Accounts below and above this are apart, so that no transfer is from one to itself. */
  private static final String LOW = "${random:1-400}";

  private static final String HIGH = "${random:401-800}";

  private StudyLoads() {}

  /** The steps of a study on some CPUs. */
  public static List<StepPlan> of(StudyName study, StudyForm form, CpuPartition cpus) {
    return of(study, form, cpus.service().size(), BurnCpus.most(cpus));
  }

  /**
   * The steps of a study.
   *
   * @param serviceCpus how many a service has that is loaded over HTTP
   * @param allCpus how many there are for a program that needs no driver
   */
  static List<StepPlan> of(StudyName study, StudyForm form, int serviceCpus, int allCpus) {
    return switch (study) {
      case RAMP_UP -> List.of(rampUp(form, serviceCpus));
      case THROUGHPUT -> throughput(form, serviceCpus);
      case MEMORY -> List.of(MemoryLoads.step(form));
      case SHORT_TASKS -> TaskLoads.shortTasks(form, serviceCpus, allCpus);
      case SCALING -> TaskLoads.scaling(form, serviceCpus, allCpus);
      case SHARING_LOTTERY -> List.of(LotteryPlan.step(form));
      case REMEDY -> RemedyPlan.steps(form);
    };
  }

  /** What a study gives the JVMs of all arms, before what the user gives them. */
  public static List<String> jvmArgs(StudyName study) {
    return study == StudyName.MEMORY ? MemoryLoads.jvmArgs() : List.of();
  }

  /** How many forks of each cell a study has where nothing else is asked for. */
  public static int forks(StudyName study, StudyForm form) {
    return switch (form) {
      case TEST -> 1;
      case QUICK ->
          switch (study) {
            case SHARING_LOTTERY -> 1;
            case THROUGHPUT, MEMORY, SHORT_TASKS, SCALING, REMEDY -> 4;
            // one in sixteen is INVALID where the driver shares its CPU: a burst is what it is late
            // at
            case RAMP_UP -> 5;
          };
      case FULL ->
          switch (study) {
            case RAMP_UP, SCALING, REMEDY -> 6;
            case THROUGHPUT, SHARING_LOTTERY -> 5;
            case MEMORY, SHORT_TASKS -> 4;
          };
    };
  }

  /**
   * A closed loop, so that the load is full from the first moment and the throughput that is
   * possible is known: clients over delay.
   */
  private static StepPlan rampUp(StudyForm form, int serviceCpus) {
    return switch (form) {
      case TEST -> rampUp(60, 1_000 * MS, 500 * MS, 1_200 * MS, 50 * MS);
      case QUICK -> rampUp(clients(300, serviceCpus), 1_500 * MS, 500 * MS, 3_500 * MS, 300 * MS);
      case FULL -> rampUp(clients(1_000, serviceCpus), 8 * SECOND, 5 * SECOND, 25 * SECOND, SECOND);
    };
  }

  private static StepPlan rampUp(
      int clients, long warmupNs, long idleNs, long durationNs, long delayNs) {
    return new StepPlan(
        "full load",
        new Traffic.Closed(clients, 0),
        clients,
        warmupNs,
        Math.min(8, clients),
        idleNs,
        durationNs,
        delayNs,
        100 * MS);
  }

  /**
   * One process takes them all, one after the other: it is compiled while it serves, and on one CPU
   * a young one still gains after twelve seconds.
   */
  private static List<StepPlan> throughput(StudyForm form, int serviceCpus) {
    List<StepPlan> steps = new ArrayList<>();
    switch (form) {
      case TEST -> {
        steps.add(throughput(8, 8, 500 * MS, 1_000 * MS));
        steps.add(throughput(16, 8, 500 * MS, 500 * MS));
      }
      case QUICK -> {
        int warm = clients(WARMING_CLIENTS, serviceCpus);
        for (int each : new int[] {8, 32, 128}) {
          steps.add(throughput(clients(each, serviceCpus), warm, 5 * SECOND, 2 * SECOND));
        }
      }
      case FULL -> {
        int warm = clients(WARMING_CLIENTS, serviceCpus);
        for (int each : new int[] {1, 4, 16, 64, 256}) {
          steps.add(throughput(clients(each, serviceCpus), warm, 30 * SECOND, 10 * SECOND));
        }
      }
    }
    return steps.stream()
        .map(step -> step.equals(steps.getFirst()) ? step : step.continuing())
        .toList();
  }

  private static StepPlan throughput(
      int clients, int warmupClients, long warmupNs, long durationNs) {
    return new StepPlan(
        clients + (clients == 1 ? " client" : " clients"),
        new Traffic.Closed(clients, 0),
        Math.max(clients, warmupClients),
        warmupNs,
        warmupClients,
        0,
        durationNs,
        2 * MS,
        Math.max(100 * MS, durationNs / 40));
  }

  private static int clients(int forEachCpu, int cpus) {
    return Math.min(MOST_CLIENTS, forEachCpu * cpus);
  }

  /** What is asked of {@code ping}, which knows how long it works. */
  static List<RequestTemplate> ping() {
    return List.of(new RequestTemplate("GET", "/ping", Map.of(), null, 1, List.of()));
  }

  /** What is asked of the bank: mostly look-ups, some statements, some transfers. */
  static List<RequestTemplate> bank() {
    return List.of(
        new RequestTemplate("GET", "/accounts/${random:1-1000}", Map.of(), null, 7, List.of()),
        new RequestTemplate(
            "GET", "/accounts/${random:1-1000}/statement", Map.of(), null, 1, List.of()),
        new RequestTemplate(
            "POST",
            "/transfers",
            Map.of("Content-Type", "application/json"),
            "{\"from\":"
                + LOW
                + ",\"to\":"
                + HIGH
                + ",\"amount\":\"0.01\",\"currency\":\"EUR\",\"reference\":\"rent\"}",
            2,
            List.of()));
  }
}
