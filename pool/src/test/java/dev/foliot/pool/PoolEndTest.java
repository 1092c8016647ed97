package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.control.Unit;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a pool is terminated, and its counts by then. */
class PoolEndTest {
  private final FakePoolClock clock = new FakePoolClock();

  private static PoolSettings settings(NanoClock clock) {
    return AdaptivePool.builder()
        .name("ends")
        .maximum(1)
        .queueBound(100)
        .keepAlive(Duration.ofNanos(1))
        .clock(clock)
        .settings();
  }

  /**
   * A pool whose only running task cannot begin. The task returns to the queue, and its permit with
   * it, between another thread's two checks of the queue and of the running tasks.
   */
  private static final class PuttingBack extends PoolBody {
    private final QueuedTask taken = new QueuedTask();
    private boolean isPutBack;

    PuttingBack(NanoClock clock) {
      super(settings(clock), 1, Unit.THREADS);
    }

    void take(Runnable task) {
      assertThat(queue.offer(task)).isEqualTo(TaskQueue.Offer.ACCEPTED);
      assertThat(queue.poll(taken)).isTrue();
    }

    @Override
    boolean isDeserted() {
      if (!isPutBack) {
        isPutBack = true;
        queue.putBack(taken);
      }
      return true;
    }

    @Override
    void dispatch() {}

    @Override
    void dispatchAll() {}

    @Override
    int threads() {
      return 0;
    }

    @Override
    int running() {
      return 0;
    }

    @Override
    int mostRunningSinceLast() {
      return 0;
    }

    @Override
    void wakeIdle() {}
  }

  @Test
  void shouldNotEndWhileATaskIsPutBack() {
    PuttingBack pool = new PuttingBack(clock);
    Runnable task = () -> {};
    pool.take(task);
    pool.shutdown();
    assertThat(pool.isTerminated()).isFalse();
    assertThat(pool.shutdownNow()).containsExactly(task);
    assertThat(pool.isTerminated()).isTrue();
  }
}
