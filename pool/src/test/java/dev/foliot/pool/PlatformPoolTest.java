package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlatformPoolTest {
  @Test
  void shouldRunWhatIsSubmitted() throws Exception {
    try (AdaptivePool pool = AdaptivePool.create()) {
      AtomicInteger runs = new AtomicInteger();
      for (int i = 0; i < 100_000; i++) {
        pool.execute(runs::incrementAndGet);
      }
      assertThat(pool.submit(() -> 42).get()).isEqualTo(42);
      List<Callable<Integer>> many =
          Stream.generate(() -> (Callable<Integer>) () -> 1).limit(1000).toList();
      for (Future<Integer> one : pool.invokeAll(many)) {
        assertThat(one.get()).isEqualTo(1);
      }
      assertThat(pool.invokeAny(many)).isEqualTo(1);
      pool.shutdown();
      assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      assertThat(runs).hasValue(100_000);
      assertThat(pool.isTerminated()).isTrue();
      assertThatThrownBy(() -> pool.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class)
          .hasMessageContaining("adaptive")
          .hasMessageContaining("shut down");
    }
  }

  @Test
  void shouldResolveNestedWaits() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(64).platform()) {
      assertThat(nest(pool, 20)).isEqualTo(20);
    }
  }

  private static int nest(AdaptivePool pool, int depth) throws Exception {
    return depth == 0 ? 0 : 1 + pool.submit(() -> nest(pool, depth - 1)).get();
  }

  @Test
  void shouldGiveBackWhatWasNotBegun() throws Exception {
    AdaptivePool pool = AdaptivePool.builder().maximum(2).platform();
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch interrupted = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> {
        begun.countDown();
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          interrupted.countDown();
        }
      });
    }
    begun.await();
    Runnable waiting = () -> {};
    pool.execute(waiting);
    pool.execute(waiting);
    assertThat(pool.shutdownNow()).containsExactly(waiting, waiting);
    interrupted.await();
    assertThat(pool.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }
}
