package dev.foliot.study.burn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurnForkTest {
  @Test
  void shouldCountTheWakeUpsOfWorkersAndCarriersAlone() {
    assertThat(BurnFork.isWorker("burn-1")).isTrue();
    assertThat(BurnFork.isWorker("burn-12")).isTrue();
    assertThat(BurnFork.isWorker("ForkJoinPool-1-")).isTrue();
    assertThat(BurnFork.isWorker("burn-front")).isFalse();
    assertThat(BurnFork.isWorker("burn-watch")).isFalse();
    assertThat(BurnFork.isWorker("burn-control")).isFalse();
    assertThat(BurnFork.isWorker("C2 CompilerThre")).isFalse();
  }
}
