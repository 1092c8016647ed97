package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class CallersTest {
  @Test
  void shouldKeepOneTaskOfEachCallerInThePool() {
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      Semaphore permits = new Semaphore(0);
      AtomicInteger begun = new AtomicInteger();
      Callers callers = new Callers(pool, false);
      callers.go(
          7,
          () -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
          });
      await(() -> begun.get() == 7);
      assertThat(callers.running()).isEqualTo(7);

      permits.release(3);
      await(() -> begun.get() == 10);
      await(() -> callers.completed() == 3);
      callers.go(
          9,
          () -> {
            begun.incrementAndGet();
            permits.acquireUninterruptibly();
          });
      await(() -> begun.get() == 12);
      assertThat(callers.running()).isEqualTo(9);

      pool.shutdown(); // the callers' next tasks are rejected
      permits.release(9);
    }
  }

  @Test
  void shouldCallOnlyOnceWhereAsked() {
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      AtomicInteger begun = new AtomicInteger();
      Callers callers = new Callers(pool, true);
      callers.go(1000, begun::incrementAndGet);
      await(() -> callers.completed() == 1000);

      assertThat(begun).hasValue(1000);
      assertThat(callers.running()).isZero();
      assertThat(callers.waits().getTotalCount()).isEqualTo(1000);
      assertThat(callers.waits().getTotalCount()).isZero();
    }
  }

  @Test
  void shouldCountTheTimeInTheQueue() {
    try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
      Semaphore permits = new Semaphore(0);
      Callers callers = new Callers(pool, true);
      callers.go(2, permits::acquireUninterruptibly);
      await(() -> callers.running() == 1);
      long fromNs = System.nanoTime();
      await(() -> System.nanoTime() - fromNs > 20_000_000);
      permits.release(2);
      await(() -> callers.completed() == 2);

      Histogram waits = callers.waits();
      assertThat(waits.getMaxValue()).isGreaterThanOrEqualTo(19_000_000);
    }
  }

  @Test
  void shouldSayThatThePoolTakesNoTask() {
    Callers callers =
        new Callers(
            _ -> {
              throw new RejectedExecutionException("full");
            },
            false);
    callers.go(1, () -> {});

    assertThatThrownBy(() -> await(() -> callers.completed() > 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the pool does not take a task")
        .hasMessageContaining("full");
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }
}
