package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Rows.MS;
import static dev.foliot.checks.simulator.Rows.S;
import static dev.foliot.checks.simulator.Rows.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulator agrees with queueing theory, on machines with zero costs. */
class TheoryTest {
  /** Mean waits of M/M/c by Erlang's C formula. */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "1, 0.8", "2, 0.7", "4, 0.9", "16, 0.9"})
  void shouldWaitAsErlangSays(int servers, double load) {
    double serviceNs = MS;
    Workload workload =
        Workload.of(
            "erlang",
            Machine.of(servers).free(),
            new Source.Open(Shape.steady(load * servers * S / serviceNs), true),
            new Phase.Burst(Draw.exponential(MS)));
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(servers), 2_000 * S / servers);
    double waitNs = (double) run.totals().queueWaitNs / run.totals().started;
    double expectedNs = erlangC(servers, load) * serviceNs / (servers * (1 - load));
    assertThat(waitNs).isCloseTo(expectedNs, within(0.05 * expectedNs));
  }

  private static double erlangC(int servers, double load) {
    double offered = servers * load;
    double blocked = 1; // Erlang's B by its recursion
    for (int i = 1; i <= servers; i++) {
      blocked = offered * blocked / (i + offered * blocked);
    }
    return blocked / (1 - load * (1 - blocked));
  }

  /** Closed M/M/c with thinking clients: birth and death of the number that is not thinking. */
  @ParameterizedTest
  @CsvSource({"1, 5", "3, 20", "3, 60"})
  void shouldServeThinkingClientsAsTheRepairModelSays(int servers, int clients) {
    double thinkOverService = 10;
    Workload workload =
        Workload.of(
            "repair",
            Machine.of(servers).free(),
            new Source.Clients(Shape.steady(clients), Long.MAX_VALUE, Draw.exponential(10 * MS)),
            new Phase.Burst(Draw.exponential(MS)));
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(servers), 100 * S);
    double probability = 1;
    double sum = 1;
    double busy = 0;
    for (int there = 1; there <= clients; there++) {
      probability *= (clients - there + 1) / thinkOverService / Math.min(there, servers);
      sum += probability;
      busy += probability * Math.min(there, servers);
    }
    double expected = busy / sum * S / MS;
    assertThat(run.throughput()).isCloseTo(expected, within(0.02 * expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100})
  void shouldDoNoMoreThanThePermitsAllow(int permits) {
    Workload workload =
        Workload.of(
            "permits",
            Machine.of(1).free(),
            List.of(permits),
            Source.Clients.of(1000),
            new Phase.Call(0, Draw.fixed(20 * MS)));
    for (int size : new int[] {permits, 2 * permits, 1000}) {
      SimulatedRun run = Simulation.run(workload, Sizing.fixed(size), 10 * S);
      assertThat(run.steadyThroughput(2 * S, 10 * S))
          .isCloseTo(permits / 0.02, within(0.005 * permits / 0.02));
    }
  }

  /** Asymptotic bounds of a closed network, met from below by exact service times. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 9, 11, 50})
  void shouldStayBelowTheBoundsAndNearThem(int size) {
    Workload workload =
        Workload.of(
            "bounds",
            Machine.of(2).free(),
            Source.Clients.of(100),
            new Phase.Burst(Draw.fixed(2 * MS)),
            new Phase.Blocked(Draw.fixed(8 * MS)));
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(size), 10 * S);
    double bound = Math.min(2 / 0.002, size / 0.010);
    assertThat(run.steadyThroughput(S, 10 * S)).isBetween(0.9 * bound, 1.001 * bound);
  }

  @Test
  void shouldShareACoreAmongThreadsInSlices() {
    Workload workload =
        new Workload(
            "slices",
            Machine.of(1).free(),
            List.of(
                Kind.of("long", new Phase.Burst(Draw.fixed(S))),
                Kind.of("short", new Phase.Burst(Draw.fixed(40 * MS)))),
            List.of(),
            List.of(
                Source.of(new Source.Batch(1, 0), 0, 2),
                Source.of(new Source.Batch(1, 100 * MS), 1, 2)),
            List.of(),
            Workload.MAXIMUM,
            1);
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(2), 2 * S);
    assertThat(run.completed(170 * MS)).isZero();
    assertThat(run.completed(190 * MS)).isEqualTo(1);
    assertThat(run.completed(1030 * MS)).isEqualTo(1);
    assertThat(run.completed(1050 * MS)).isEqualTo(2);
  }

  @Test
  void shouldLetAQuotaThrough() {
    for (double quota : new double[] {0.25, 0.5, 1.5}) {
      Workload workload =
          Workload.of(
              "quota",
              Machine.of(4).free().quota(quota),
              Source.Clients.of(8),
              new Phase.Burst(Draw.fixed(US * 500)));
      SimulatedRun run = Simulation.run(workload, Sizing.fixed(8), 10 * S);
      assertThat(run.throughput()).isCloseTo(2000 * quota, within(0.01 * 2000 * quota));
      assertThat(run.meanCpus(0, 10 * S)).isCloseTo(quota, within(0.01 * quota));
    }
  }

  @Test
  void shouldLeaveOfTheMachineWhatTheNeighbourLeaves() {
    Workload workload =
        Workload.of(
            "neighbour",
            Machine.of(4).free().neighbour(3, 2 * S, 4 * S),
            Source.Clients.of(8),
            new Phase.Burst(Draw.fixed(MS)));
    SimulatedRun run = Simulation.run(workload, Sizing.fixed(8), 6 * S);
    assertThat(run.throughput(S, 2 * S)).isCloseTo(4000, within(20.0));
    assertThat(run.throughput(2 * S, 4 * S)).isCloseTo(1000, within(20.0));
    assertThat(run.throughput(4 * S, 6 * S)).isCloseTo(4000, within(20.0));
  }

  /** 19,000 a second with few threads and 16,200 cached on a real machine: docs. */
  @Test
  void shouldChargeForEveryTaskThatIsHandedToAParkedThread() {
    Workload workload = Row.named("cpu-100us-2").workload();
    double few = Simulation.run(workload, Sizing.fixed(4), 2 * S).throughput();
    double cached = Simulation.run(workload, Sizing.cached(), 2 * S).throughput();
    assertThat(few).isBetween(19_000.0, 20_000.0);
    assertThat(cached / few).isBetween(0.85, 0.95);
  }
}
