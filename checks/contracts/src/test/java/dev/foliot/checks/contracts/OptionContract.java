package dev.foliot.checks.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.CurrentTask;
import dev.foliot.pool.Outcome;
import dev.foliot.pool.RejectionPolicy;
import dev.foliot.pool.TaskHooks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the settings of the pool promise, in both implementations. */
abstract class OptionContract extends AdaptivePoolContract {
  private static final Duration SOON = Duration.ofMillis(20);

  /**
   * Takes the only place of a pool whose tasks soon expire. Where the CPUs are busy a thread may
   * start so late that the gate expires too: then the next one takes the place.
   */
  private Gate gateThatBegan(AdaptivePool pool) throws Exception {
    while (true) {
      Gate gate = gate();
      Future<?> held = pool.submit((Runnable) gate);
      until(() -> gate.hasBegun() || held.isDone());
      if (gate.hasBegun()) {
        return gate;
      }
    }
  }

  /** A pool of one place that a gate occupies. */
  private AdaptivePool occupied(Gate gate, RejectionPolicy policy) throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1).queueBound(1).rejection(policy));
    pool.execute(gate);
    gate.awaitBegin();
    return pool;
  }

  @Test
  void shouldCountAnExceptionAsAFailureAndNothingElse() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    Future<?> failed =
        pool.submit(() -> {
          throw new PlantedError();
        });
    assertThatThrownBy(failed::get).isInstanceOf(ExecutionException.class);
    get(pool.submit(() -> "result"));
    until(() -> pool.snapshot().tasks().completed() == 2);
    assertThat(pool.snapshot().tasks().failed()).isEqualTo(1);

    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    try {
      pool.execute(() -> {
        throw new PlantedError();
      });
      until(() -> pool.snapshot().tasks().failed() == 2);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void shouldCountATaskThatCallsItselfFailed() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder());
    get(pool.submit(CurrentTask::failed));
    get(pool.submit(() -> "result"));
    until(() -> pool.snapshot().tasks().completed() == 2);
    assertThat(pool.snapshot().tasks().failed()).isEqualTo(1);
  }

  @Test
  void shouldCallItsHooksAroundEachTaskAndLetThemDecide() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    TaskHooks hooks =
        new TaskHooks() {
          @Override
          public void before(Runnable task) {
            calls.add("before");
          }

          @Override
          public Outcome after(Runnable task, @Nullable Throwable thrown) {
            calls.add("after " + thrown);
            return thrown instanceof PlantedError ? Outcome.SUCCEEDED : Outcome.FAILED;
          }
        };
    AdaptivePool pool = pool(AdaptivePool.builder().hooks(hooks));
    Future<?> thrown =
        pool.submit(() -> {
          throw new PlantedError();
        });
    until(() -> pool.snapshot().tasks().completed() == 1);
    assertThat(thrown).isDone();
    assertThat(pool.snapshot().tasks().failed()).isZero();
    get(pool.submit(() -> calls.add("runs")));
    until(() -> pool.snapshot().tasks().completed() == 2);
    assertThat(pool.snapshot().tasks().failed()).isEqualTo(1);
    assertThat(calls)
        .containsExactly("before", "after " + new PlantedError(), "before", "runs", "after null");
  }

  @Test
  void shouldGoOnThoughItsHooksThrow() throws Exception {
    TaskHooks hooks =
        new TaskHooks() {
          @Override
          public void before(Runnable task) {
            throw new PlantedError();
          }

          @Override
          public Outcome after(Runnable task, @Nullable Throwable thrown) {
            throw new PlantedError();
          }
        };
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
    try {
      AdaptivePool pool = pool(AdaptivePool.builder().hooks(hooks));
      assertThat(get(pool.submit(() -> "result"))).isEqualTo("result");
      assertThat(get(pool.submit(() -> "next"))).isEqualTo("next");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void shouldNotRunATaskThatWaitedTooLong() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1).maxQueueTime(SOON));
    Gate gate = gateThatBegan(pool);
    long expiredBefore = pool.snapshot().tasks().expired();
    AtomicInteger ran = new AtomicInteger();
    Future<?> late = pool.submit(ran::incrementAndGet);
    // no thread is free: the pool itself notices
    assertThatThrownBy(late::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("waited");
    assertThat(pool.snapshot().tasks().expired()).isEqualTo(expiredBefore + 1);
    gate.open();
    gate.awaitEnd();
    gateThatBegan(pool).open();
    assertThat(ran).hasValue(0);
  }

  @Test
  void shouldHandATaskWithoutAFutureToItsPolicyWhenItWaitedTooLong() throws Exception {
    AtomicReference<@Nullable Runnable> expired = new AtomicReference<>();
    AdaptivePool pool =
        pool(
            AdaptivePool.builder()
                .maximum(1)
                .maxQueueTime(SOON)
                .rejection((task, from, why) -> expired.set(task)));
    Gate gate = gateThatBegan(pool);
    Runnable task = () -> {};
    pool.execute(task);
    until(() -> task.equals(expired.get()));
    gate.open();
  }

  @Test
  void shouldEndThoughAllThatWaitExpires() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1).maxQueueTime(SOON));
    Gate gate = gateThatBegan(pool);
    Future<?> late = pool.submit(() -> {});
    pool.shutdown();
    assertThatThrownBy(late::get).isInstanceOf(ExecutionException.class);
    gate.open();
    pool.close();
    assertThat(pool.isTerminated()).isTrue();
  }

  @Test
  void shouldLetTheCallerRunWhatItRejects() throws Exception {
    Gate gate = gate();
    AdaptivePool pool = occupied(gate, RejectionPolicy.callerRuns());
    CountDownLatch ran = new CountDownLatch(1);
    pool.execute(ran::countDown);
    AtomicReference<@Nullable Thread> by = new AtomicReference<>();
    pool.execute(() -> by.set(Thread.currentThread()));
    assertThat(by.get()).isSameAs(Thread.currentThread());
    gate.open();
    Gate.await(ran);
    pool.shutdown();
    by.set(null);
    assertThatCode(() -> pool.execute(() -> by.set(Thread.currentThread())))
        .doesNotThrowAnyException();
    assertThat(by.get()).isNull();
  }

  @Test
  void shouldDropWhatItRejects() throws Exception {
    Gate gate = gate();
    AdaptivePool pool = occupied(gate, RejectionPolicy.discard());
    CountDownLatch ran = new CountDownLatch(1);
    pool.execute(ran::countDown);
    Future<?> dropped = pool.submit(() -> {});
    assertThat(dropped.isCancelled()).isTrue();
    gate.open();
    Gate.await(ran);
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(1);
  }

  @Test
  void shouldDropTheOldestForWhatItWouldReject() throws Exception {
    Gate gate = gate();
    AdaptivePool pool = occupied(gate, RejectionPolicy.discardOldest());
    Future<?> oldest = pool.submit(() -> {});
    Future<String> newest = pool.submit(() -> "newest");
    assertThatThrownBy(oldest::get).isInstanceOf(CancellationException.class);
    gate.open();
    assertThat(get(newest)).isEqualTo("newest");
    assertThat(pool.snapshot().tasks().rejected()).isEqualTo(1);
  }

  @Test
  void shouldForgetCancelledTasks() throws Exception {
    AdaptivePool pool = pool(AdaptivePool.builder().maximum(1));
    Gate gate = gate();
    pool.execute(gate);
    gate.awaitBegin();
    List<Integer> ran = new CopyOnWriteArrayList<>();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int number = i;
      all.add(pool.submit(() -> ran.add(number)));
    }
    for (int i = 0; i < 1000; i++) {
      if (i % 2 == 0) {
        all.get(i).cancel(false);
      }
    }
    assertThat(pool.purge()).isEqualTo(500);
    assertThat(pool.snapshot().tasks().queued()).isEqualTo(500);
    assertThat(pool.snapshot().tasks().submitted()).isEqualTo(1001);
    gate.open();
    until(() -> ran.size() == 500);
    assertThat(pool.purge()).isZero();
    assertThat(ran.stream().allMatch(number -> number % 2 == 1)).isTrue();
  }

  @Test
  void shouldSayWhyItsMaximumIsWhatItIs() {
    AdaptivePool own = pool(AdaptivePool.builder());
    assertThat(own.snapshot().limits().maximum()).isBetween(16, 32_767);
    assertThat(own.snapshot().limits().maximumReason()).isNotEmpty();
    AdaptivePool given = pool(AdaptivePool.builder().maximum(77));
    assertThat(given.snapshot().limits().maximumReason()).isEqualTo("set by the builder");
    assertThatIllegalArgumentException().isThrownBy(() -> given.limits(5, 1));
    assertThat(given.snapshot().limits().maximumReason()).isEqualTo("set by the builder");
    given.limits(1, 78);
    assertThat(given.snapshot().limits().maximumReason()).isEqualTo("set while the pool runs");
  }

  @Test
  void shouldRefuseTimesThatAreNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AdaptivePool.builder().maxQueueTime(Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AdaptivePool.builder().keepAlive(Duration.ofSeconds(-1)));
    assertThatCode(() -> AdaptivePool.builder().keepAlive(Duration.ofSeconds(Long.MAX_VALUE)))
        .doesNotThrowAnyException();
  }
}
