package dev.foliot.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurnCellTest {
  @Test
  void shouldCountTheWakeUpsOfWorkersAndCarriersAlone() {
    assertThat(BurnCell.isWorker("burn-1")).isTrue();
    assertThat(BurnCell.isWorker("burn-12")).isTrue();
    assertThat(BurnCell.isWorker("ForkJoinPool-1-")).isTrue();
    assertThat(BurnCell.isWorker("burn-front")).isFalse();
    assertThat(BurnCell.isWorker("burn-watch")).isFalse();
    assertThat(BurnCell.isWorker("burn-control")).isFalse();
    assertThat(BurnCell.isWorker("C2 CompilerThre")).isFalse();
  }
}
