package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Draw.fixed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The workloads that have names: one for each behaviour that the pool promises. */
final class Rows {
  static final long MS = 1_000_000;
  static final long S = 1_000_000_000;
  static final Map<String, Row> ALL = new LinkedHashMap<>();

  private Rows() {}

  /** A workload, how long it is simulated, and how many tasks are in it at most. */
  record Row(Workload workload, long horizonNs, int mostAtOnce) {}

  static {
    add(blocking(), 30 * S, 300);
    add(behindPermits("permits-20ms", 20 * MS), 45 * S, 1000);
    add(behindPermits("permits-4s", 4 * S), 60 * S, 1000);
    for (int cores : new int[] {1, 2, 4, 64}) {
      add(cpuBound(cores), cores == 64 ? 4 * S : 20 * S, 64);
    }
    add(mixed(2, Shape.steady(64), Long.MAX_VALUE, "mixed-64"), 20 * S, 64);
    add(burst(), 20 * S, 6000);
  }

  private static void add(Workload workload, long horizonNs, int mostAtOnce) {
    ALL.put(workload.name(), new Row(workload, horizonNs, mostAtOnce));
  }

  static Workload blocking() {
    return Workload.of(
        "blocking-200ms",
        Machine.of(2),
        Source.Clients.of(300),
        new Phase.Blocked(fixed(200 * MS)));
  }

  static Workload behindPermits(String name, long serviceNs) {
    return Workload.of(
        name,
        Machine.of(2),
        List.of(10),
        Source.Clients.of(1000),
        new Phase.Call(0, fixed(serviceNs)));
  }

  static Workload cpuBound(int cores) {
    return Workload.of(
        "cpu-100us-" + cores,
        Machine.of(cores),
        Source.Clients.of(64),
        new Phase.Burst(fixed(100_000)));
  }

  static Workload mixed(int cores, Shape clients, long everyNs, String name) {
    return Workload.of(
        name,
        Machine.of(cores),
        new Source.Clients(clients, everyNs, fixed(0)),
        new Phase.Burst(fixed(50_000)),
        new Phase.Blocked(fixed(2 * MS)),
        new Phase.Burst(fixed(50_000)));
  }

  static Workload burst() {
    return Workload.of(
        "burst-6000", Machine.of(2), new Source.Batch(6000, 0), new Phase.Blocked(fixed(4 * S)));
  }
}
