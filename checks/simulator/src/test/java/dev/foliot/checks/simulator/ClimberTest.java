package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Rows.S;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The climber behaves on two CPUs like the controller it imitates. */
class ClimberTest {
  /** Open Liberty 26.0.0.3: 12, 38, 102, 198 and 326 threads after 6, 12, 18, 24 and 30 s. */
  @Test
  void shouldTakeHalfAMinuteForBlockingClients() {
    SimulatedRun run = run("blocking-200ms", 40 * S);
    assertThat(run.size(6 * S)).isBetween(8, 16);
    assertThat(run.size(12 * S)).isBetween(25, 50);
    assertThat(run.size(24 * S)).isBetween(130, 230);
    assertThat(run.size(31 * S)).isBetween(300, 400);
  }

  /** Open Liberty 26.0.0.3: 390 threads after 30 s and 1060 after 48 s, where 12 are enough. */
  @Test
  void shouldGrowForNothingBehindPermits() {
    SimulatedRun run = run("permits-20ms", 50 * S);
    assertThat(run.size(30 * S)).isBetween(300, 500);
    assertThat(run.size(48 * S)).isBetween(800, 1100);
  }

  private static SimulatedRun run(String row, long horizonNs) {
    return Simulation.run(Row.named(row).workload(), Sizing.hillClimber(1), horizonNs);
  }
}
