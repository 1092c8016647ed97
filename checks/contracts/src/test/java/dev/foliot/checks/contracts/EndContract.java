package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The end of an executor. */
abstract class EndContract extends BulkContract {
  private static final int WAITING = 20;

  @Test
  void shouldNotBeShutDownUntilItIs() {
    ExecutorService executor = wide();
    assertThat(executor.isShutdown()).isFalse();
    assertThat(executor.isTerminated()).isFalse();
  }

  @Test
  void shouldTerminateWithoutEverHavingRunATask() throws Exception {
    ExecutorService executor = wide();
    executor.shutdown();
    awaitTermination(executor);
    ExecutorService other = wide();
    assertThat(other.shutdownNow()).isEmpty();
    awaitTermination(other);
  }

  @Test
  void shouldTerminateOnlyOnceTheLastTaskHasEnded() throws Exception {
    ExecutorService executor = wide();
    Gate gate = gate();
    executor.execute(gate);
    gate.awaitBegin();
    executor.shutdown();
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isFalse();
    assertThat(executor.awaitTermination(1, MILLISECONDS)).isFalse();
    assertThat(executor.awaitTermination(0, MILLISECONDS)).isFalse();
    assertThat(executor.awaitTermination(-1, SECONDS)).isFalse();
    gate.open();
    awaitTermination(executor);
    assertThat(gate.wasInterrupted()).isFalse();
    assertThat(executor.awaitTermination(0, SECONDS)).isTrue();
  }

  @Test
  void shouldRejectAfterShutdown() throws Exception {
    ExecutorService executor = wide();
    executor.shutdown();
    assertRejects(executor);
    awaitTermination(executor);
    assertRejects(executor);
  }

  @Test
  void shouldRejectAfterShutdownNow() throws Exception {
    ExecutorService executor = wide();
    Gate gate = gate();
    executor.execute(gate);
    gate.awaitBegin();
    executor.shutdownNow();
    assertRejects(executor);
    awaitTermination(executor);
    assertRejects(executor);
  }

  private static void assertRejects(ExecutorService executor) {
    AtomicInteger ran = new AtomicInteger();
    List<ThrowingCallable> attempts =
        List.of(
            () -> executor.execute(ran::incrementAndGet),
            () -> executor.submit((Runnable) ran::incrementAndGet),
            () -> executor.submit((Runnable) ran::incrementAndGet, "value"),
            () -> executor.submit((Callable<Integer>) ran::incrementAndGet),
            () -> executor.invokeAll(List.<Callable<Integer>>of(ran::incrementAndGet)),
            () -> executor.invokeAny(List.<Callable<Integer>>of(ran::incrementAndGet)));
    assertThat(attempts)
        .allSatisfy(
            attempt -> assertThatThrownBy(attempt).isInstanceOf(RejectedExecutionException.class));
    assertThat(ran).hasValue(0);
  }

  @Test
  void shouldRunWhatWaitedWhenItWasShutDown() throws Exception {
    ExecutorService executor = narrow();
    Gate gate = gate();
    executor.execute(gate);
    gate.awaitBegin();
    CountDownLatch ran = new CountDownLatch(WAITING);
    List<Future<String>> futures = new ArrayList<>();
    for (int i = 0; i < WAITING; i++) {
      futures.add(executor.submit(ran::countDown, "ran"));
    }
    executor.shutdown();
    executor.shutdown();
    gate.open();
    Gate.await(ran);
    for (Future<String> future : futures) {
      assertThat(get(future)).isEqualTo("ran");
    }
    awaitTermination(executor);
    assertThat(gate.wasInterrupted()).isFalse();
  }

  @Test
  void shouldInterruptWhatRunsWhenItIsShutDownNow() throws Exception {
    ExecutorService executor = wide();
    List<Gate> gates = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Gate gate = gate();
      gates.add(gate);
      executor.execute(gate);
    }
    for (Gate gate : gates) {
      gate.awaitBegin();
    }
    assertThat(executor.shutdownNow()).isEmpty();
    awaitTermination(executor);
    assertThat(gates).allMatch(Gate::wasInterrupted);
    assertThat(executor.shutdownNow()).isEmpty();
  }

  @Test
  void shouldReturnWhatWasNotBegunInTheOrderItCame() throws Exception {
    ExecutorService executor = narrow();
    Gate running = gate();
    executor.execute(running);
    running.awaitBegin();
    List<FutureTask<String>> waiting = new ArrayList<>();
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < WAITING; i++) {
      FutureTask<String> task = new FutureTask<>(ran::incrementAndGet, "ran");
      waiting.add(task);
      executor.execute(task);
    }
    if (!isBounded()) {
      for (FutureTask<String> task : waiting) {
        assertThat(get(task)).isEqualTo("ran");
      }
    }
    List<Runnable> returned = executor.shutdownNow();
    awaitTermination(executor);
    assertThat(running.wasInterrupted()).isTrue();
    if (isBounded()) {
      assertThat(ran).as("how many of those that waited ran").hasValue(0);
    }
    if (returnsWhatWasNotBegun()) {
      assertThat(returned).containsExactlyElementsOf(waiting);
    } else {
      assertThat(returned).isEmpty();
    }
  }

  @Test
  void shouldReturnWhatWasNotBegunAfterAShutdownToo() throws Exception {
    ExecutorService executor = narrow();
    Gate running = gate();
    executor.execute(running);
    running.awaitBegin();
    Gate waiting = gate();
    executor.execute(waiting);
    if (!isBounded()) {
      waiting.awaitBegin();
    }
    executor.shutdown();
    assertThat(executor.shutdownNow()).hasSize(returnsWhatWasNotBegun() ? 1 : 0);
    awaitTermination(executor);
    assertThat(running.wasInterrupted()).isTrue();
    assertThat(waiting.hasBegun()).isEqualTo(!isBounded());
  }

  @Test
  void shouldHearAnInterruptWhileItAwaitsTermination() throws Exception {
    ExecutorService executor = wide();
    Gate gate = gate();
    executor.execute(gate);
    gate.awaitBegin();
    executor.shutdown();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> executor.awaitTermination(PATIENCE_S, SECONDS))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(gate.wasInterrupted()).isFalse();
  }

  @Test
  void shouldRefuseToAwaitTerminationInNoUnit() {
    ExecutorService executor = wide();
    assertThatNullPointerException().isThrownBy(() -> executor.awaitTermination(1, null));
  }

  @Test
  void shouldBeShutDownByATaskOfItsOwn() throws Exception {
    ExecutorService executor = wide();
    Future<?> last = executor.submit(executor::shutdown);
    get(last);
    awaitTermination(executor);
  }

  @Test
  void shouldRunAllThatWasAcceptedBeforeItIsClosed() throws Exception {
    ExecutorService executor = narrow();
    AutoCloseable closeable = closeable(executor);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < WAITING; i++) {
      executor.execute(ran::incrementAndGet);
    }
    closeable.close();
    assertThat(ran).hasValue(WAITING);
    assertThat(executor.isTerminated()).isTrue();
    assertRejects(executor);
    closeable.close();
  }

  @Test
  void shouldInterruptItsTasksWhenItIsInterruptedWhileItCloses() throws Exception {
    ExecutorService executor = narrow();
    AutoCloseable closeable = closeable(executor);
    Thread caller = Thread.currentThread();
    CountDownLatch closing = new CountDownLatch(1);
    Gate gate = gate();
    executor.execute(() -> {
      try {
        Gate.await(closing);
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted before it closes", e);
      }
      caller.interrupt();
      gate.run();
    });
    AtomicInteger ran = new AtomicInteger();
    if (isBounded()) {
      executor.execute(ran::incrementAndGet);
    }
    closing.countDown();
    closeable.close();
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    assertThat(executor.isTerminated()).isTrue();
    assertThat(gate.wasInterrupted()).isTrue();
    assertThat(ran).hasValue(0);
  }

  /** For try-with-resources; the pool is closeable on every JDK. */
  private static AutoCloseable closeable(ExecutorService executor) {
    assumeThat((Object) executor)
        .as("ExecutorService has a close since JDK 19")
        .isInstanceOf(AutoCloseable.class);
    return (AutoCloseable) executor;
  }
}
