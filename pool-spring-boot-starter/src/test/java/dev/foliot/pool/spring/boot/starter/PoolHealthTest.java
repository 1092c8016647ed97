package dev.foliot.pool.spring.boot.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.Hang;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class PoolHealthTest {
  private static final Instant BEGUN = Instant.parse("2026-11-01T10:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final PoolEvents events = new PoolEvents(List.of());

  @Test
  void shouldBeDownFromTheLimitOnUntilATaskEnds() throws Exception {
    try (AdaptivePool pool = AdaptivePool.builder().maximum(1).platform()) {
      events.of(pool);
      CountDownLatch end = new CountDownLatch(1);
      Future<?> running = pool.submit(() -> awaitUnchecked(end));
      Future<?> waiting = pool.submit(() -> {});
      while (pool.snapshot().tasks().queued() != 1) {
        Thread.onSpinWait();
      }
      events.listener().hung(new Hang(BEGUN, 1, 1, Duration.ZERO, "on purpose"));

      assertThat(health(pool, 9).answer().isUp()).isTrue();
      PoolHealth.Answer down = health(pool, 10).answer();
      assertThat(down.isUp()).isFalse();
      assertThat(down.details())
          .containsEntry("stall", "on purpose")
          .containsEntry("stalledForSeconds", 10L);

      end.countDown();
      running.get();
      waiting.get();
      assertThat(health(pool, 11).answer().isUp()).isTrue();
    }
  }

  @Test
  void shouldBeDownWhenThePoolIsShutDown() {
    AdaptivePool pool = AdaptivePool.create();
    assertThat(health(pool, 0).answer().isUp()).isTrue();
    pool.close();
    PoolHealth.Answer down = health(pool, 0).answer();
    assertThat(down.isUp()).isFalse();
    assertThat(down.details()).containsEntry("reason", "the pool is shut down");
  }

  @Test
  void shouldNotKnowTheStallsOfAPoolOfTheApplication() {
    try (AdaptivePool pool = AdaptivePool.create()) {
      assertThat(new PoolHealth(pool, null, LIMIT, Clock.systemUTC()).answer().isUp()).isTrue();
    }
  }

  private PoolHealth health(AdaptivePool pool, int secondsLater) {
    return new PoolHealth(
        pool, events, LIMIT, Clock.fixed(BEGUN.plusSeconds(secondsLater), ZoneOffset.UTC));
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
