package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Rows.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The greatest simulated machine; the other rows have 64 cores at most. */
class ManyCoresTest {
  private static final int CORES = 512;

  /** A task of 50 ms on each core: 10,240 a second. Cached has 2000 threads, above 2c. */
  @Test
  void shouldStayNearTheCoresOfABigMachine() {
    staysNearTheCores(Sizing.adaptive());
    assertThatThrownBy(() -> staysNearTheCores(Sizing.cached())).isInstanceOf(AssertionError.class);
  }

  private static void staysNearTheCores(Sizing sizing) {
    SimulatedRun run = Row.named("cpu-50ms-512").run(sizing);
    assertThat(run.meanSize(2 * S, 4 * S)).isLessThanOrEqualTo(2 * CORES);
    assertThat(run.meanRunning(2 * S, 4 * S)).isLessThanOrEqualTo(2 * CORES);
    assertThat(run.steadyThroughput(2 * S, 4 * S)).isGreaterThanOrEqualTo(0.98 * CORES / 0.05);
  }

  /**
   * 40,000 tasks without an end: 8192 threads, and 32,767 permits. The limit must not depend on the
   * number of cores here.
   */
  @Test
  void shouldGrowThreadsBlindlyToTheSameSizeOnABigMachine() {
    pausesBlindGrowth(Sizing.adaptive());
    Sizing permits = Sizing.adaptivePermits(CORES);
    assertThatThrownBy(() -> pausesBlindGrowth(permits)).isInstanceOf(AssertionError.class);
  }

  private static void pausesBlindGrowth(Sizing sizing) {
    SimulatedRun run = Row.named("burst-512").run(sizing);
    assertThat(run.size(5 * S)).isEqualTo(8192);
    assertThat(run.running(5 * S)).isEqualTo(8192);
  }
}
