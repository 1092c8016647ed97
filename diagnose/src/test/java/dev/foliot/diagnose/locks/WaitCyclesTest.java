package dev.foliot.diagnose.locks;

import static dev.foliot.diagnose.locks.MadeThreads.entering;
import static dev.foliot.diagnose.locks.MadeThreads.locking;
import static dev.foliot.diagnose.locks.MadeThreads.parked;
import static dev.foliot.diagnose.locks.MadeThreads.running;
import static dev.foliot.diagnose.locks.MadeThreads.sample;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.locks.ThreadSample;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitCyclesTest {
  private static List<List<Long>> circles(ThreadSample... threads) {
    return WaitCycles.in(sample(threads)).stream()
        .map(cycle -> cycle.threads().stream().map(ThreadSample::tid).toList())
        .toList();
  }

  @Test
  void shouldFindACircleOfMonitorsAndLocks() {
    assertThat(circles(running(1), entering(3, 2), locking(2, 4), entering(4, 3)))
        .containsExactly(List.of(2L, 4L, 3L));
  }

  @Test
  void shouldFindSeveralCirclesAndTheThreadsBehindThem() {
    List<WaitCycles.Cycle> cycles =
        WaitCycles.in(
            sample(
                entering(9, 8),
                entering(8, 1),
                entering(1, 2),
                entering(2, 1),
                locking(5, 6),
                locking(6, 5)));
    assertThat(cycles)
        .extracting(WaitCycles.Cycle::behind)
        .containsExactlyInAnyOrder(Set.of(8L, 9L), Set.of());
  }

  @Test
  void shouldNotTakeAQueueForACircle() {
    assertThat(circles(entering(1, 2), entering(2, 3), entering(4, 3), running(3))).isEmpty();
  }

  @Test
  void shouldIgnoreOwnersThatAreUnknownOrTheThreadItself() {
    assertThat(
            circles(entering(1, 0), locking(2, 77), entering(3, 3), locking(4, -1), parked(5, "X")))
        .isEmpty();
  }

  @Test
  void shouldHaveTheSameKeyWhereverTheListBegins() {
    assertThat(WaitCycles.in(sample(entering(1, 2), locking(2, 1))).getFirst().key())
        .isEqualTo(WaitCycles.in(sample(locking(2, 1), entering(1, 2))).getFirst().key())
        .isNotEqualTo(WaitCycles.in(sample(locking(2, 1), locking(1, 2))).getFirst().key());
  }
}
