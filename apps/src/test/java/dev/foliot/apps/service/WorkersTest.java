package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkersTest {
  private static final long MINUTE_NS = 60_000_000_000L;

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "fixed:3", "cached"})
  void shouldRunAndCount(String word) throws Exception {
    runsAndCounts(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"virtual", "adaptive-virtual"})
  @EnabledForJreRange(min = JRE.JAVA_21)
  void shouldRunAndCountOnVirtualThreads(String word) throws Exception {
    runsAndCounts(word);
  }

  private static void runsAndCounts(String word) throws Exception {
    Strategy strategy = Strategy.parse(word);
    Workers workers = Workers.start("test", strategy, OptionalInt.empty());
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      workers.execute(() -> {
        begun.countDown();
        awaits(go);
      });
    }
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    WorkersSnapshot busy = workers.snapshot();
    assertThat(busy.strategy()).isEqualTo(strategy);
    assertThat(busy.tasks().running()).isEqualTo(3);
    assertThat(busy.threads()).isGreaterThanOrEqualTo(3);
    assertThat(busy.tasks().completed()).isZero();
    assertThat(busy.tasks().queued()).isZero();
    go.countDown();
    workers.end(MINUTE_NS);
    assertThat(workers.snapshot().tasks().completed()).isEqualTo(3);
    assertThatThrownBy(() -> workers.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }

  @ParameterizedTest
  @CsvSource({"fixed:1, 1", "cached, 3"})
  void shouldGiveEachThreadItsBuffer(String word, int buffers) throws Exception {
    AtomicInteger made = new AtomicInteger();
    Workers workers =
        new BufferingWorkers(
            Workers.start("test", Strategy.parse(word), OptionalInt.empty()),
            () -> {
              made.incrementAndGet();
              return ByteBuffer.allocateDirect(1024);
            });
    CountDownLatch begun = new CountDownLatch(3);
    CountDownLatch go = new CountDownLatch(buffers > 1 ? 1 : 0);
    for (int i = 0; i < 3; i++) {
      workers.execute(() -> {
        begun.countDown();
        awaits(go);
      });
    }
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    go.countDown();
    workers.end(MINUTE_NS);
    assertThat(made).hasValue(buffers);
    assertThat(workers.snapshot().tasks().completed()).isEqualTo(3);
  }

  @Test
  void shouldBoundTheQueue() throws Exception {
    Workers workers = Workers.start("test", new Strategy.Fixed(1), OptionalInt.of(2));
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    workers.execute(() -> {
      begun.countDown();
      awaits(go);
    });
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    workers.execute(() -> {});
    workers.execute(() -> {});
    assertThatThrownBy(() -> workers.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(workers.snapshot().tasks().queued()).isEqualTo(2);
    assertThat(workers.snapshot().tasks().rejected()).isEqualTo(1);
    go.countDown();
    workers.end(MINUTE_NS);
    assertThat(workers.snapshot().tasks().completed()).isEqualTo(3);
  }

  @Test
  void shouldInterruptWhatDoesNotEnd() throws Exception {
    Workers workers = Workers.start("test", new Strategy.Cached(), OptionalInt.empty());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    workers.execute(() -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
    });
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    workers.end(0);
    assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"virtual", "adaptive-virtual"})
  @EnabledForJreRange(max = JRE.JAVA_20)
  void shouldSayThatVirtualThreadsNeedANewerJdk(String word) {
    assertThatThrownBy(() -> Workers.start("test", Strategy.parse(word), OptionalInt.empty()))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("JDK 21");
  }

  private static void awaits(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
