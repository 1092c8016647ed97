package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The outcome of one task. */
abstract class TaskContract extends ExecutorSubject {
  @Test
  void shouldRunWhatItExecutes() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    wide().execute(ran::countDown);
    Gate.await(ran);
  }

  @Test
  void shouldRunTasksInThreadsOfItsOwn() throws Exception {
    assertThat(get(wide().submit(Thread::currentThread))).isNotSameAs(Thread.currentThread());
  }

  @Test
  void shouldGiveTheResultOfACallable() throws Exception {
    Future<String> future = wide().submit(() -> "result");
    assertThat(get(future)).isEqualTo("result");
    assertThat(future.isDone()).isTrue();
    assertThat(future.isCancelled()).isFalse();
    assertThat(future.cancel(true)).as("cancelled afterwards").isFalse();
  }

  @Test
  void shouldGiveNullForARunnableAndTheValueThatCameWithIt() throws Exception {
    ExecutorService executor = wide();
    CountDownLatch ran = new CountDownLatch(2);
    assertThat((Object) get(executor.submit(ran::countDown))).isNull();
    assertThat(get(executor.submit(ran::countDown, "value"))).isEqualTo("value");
    assertThat(ran.getCount()).isZero();
  }

  @Test
  void shouldGiveWhatACallableThrewAsTheCause() {
    IOException thrown = new IOException("planted");
    Future<String> future = wide().submit(failing(thrown));
    assertThatThrownBy(() -> get(future))
        .isInstanceOf(ExecutionException.class)
        .satisfies(e -> assertThat(root(e)).isInstanceOf(IOException.class).hasMessage("planted"));
    assertThat(future.isDone()).isTrue();
    assertThat(future.isCancelled()).isFalse();
  }

  @Test
  void shouldGiveAnErrorOfARunnableAsTheCause() {
    Future<?> future =
        wide()
            .submit(() -> {
              throw new PlantedError();
            });
    assertThatThrownBy(() -> get(future))
        .isInstanceOf(ExecutionException.class)
        .satisfies(e -> assertThat(root(e)).isInstanceOf(PlantedError.class));
  }

  @Test
  void shouldGoOnAfterATaskThatFailed() throws Exception {
    ExecutorService executor = narrow();
    for (int i = 0; i < 100; i++) {
      Future<String> failing = executor.submit(failing(new IOException("planted")));
      assertThatThrownBy(() -> get(failing)).isInstanceOf(ExecutionException.class);
      assertThat(get(executor.submit(() -> "next"))).isEqualTo("next");
    }
  }

  @Test
  void shouldNotWaitForAResultLongerThanToldTo() throws Exception {
    Gate gate = gate();
    Future<String> future = wide().submit((Callable<String>) gate);
    assertThatThrownBy(() -> future.get(1, MILLISECONDS)).isInstanceOf(TimeoutException.class);
    assertThat(future.isDone()).isFalse();
    gate.open();
    assertThat(get(future)).isEqualTo(Gate.THROUGH);
  }

  @Test
  void shouldHearAnInterruptWhileItWaitsForAResult() {
    Future<String> future = wide().submit((Callable<String>) gate());
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> get(future)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void shouldNotRunWhatIsCancelledBeforeItBegins() throws Exception {
    ExecutorService executor = narrow();
    Gate first = gate();
    Future<String> before = executor.submit((Callable<String>) first);
    first.awaitBegin();
    Gate second = gate();
    Future<String> cancelled = executor.submit((Callable<String>) second);
    if (!isBounded()) {
      second.awaitBegin();
    }
    assertThat(cancelled.cancel(false)).isTrue();
    assertThat(cancelled.isCancelled()).isTrue();
    assertThat(cancelled.isDone()).isTrue();
    assertThatThrownBy(() -> get(cancelled)).isInstanceOf(CancellationException.class);
    first.open();
    second.open();
    assertThat(get(before)).isEqualTo(Gate.THROUGH);
    assertThat(get(executor.submit(() -> "next"))).isEqualTo("next");
    assertThat(second.hasBegun()).isEqualTo(!isBounded());
  }

  @Test
  void shouldInterruptWhatIsCancelledWhileItRuns() throws Exception {
    Gate gate = gate();
    Future<String> future = wide().submit((Callable<String>) gate);
    gate.awaitBegin();
    assertThat(future.cancel(true)).isTrue();
    assertThat(future.isCancelled()).isTrue();
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    if (interruptsWhatIsCancelled()) {
      gate.awaitEnd();
      assertThat(gate.wasInterrupted()).isTrue();
    }
  }

  @Test
  void shouldNotInterruptWhatIsCancelledWithoutInterrupt() throws Exception {
    Gate gate = gate();
    Future<String> future = wide().submit((Callable<String>) gate);
    gate.awaitBegin();
    assertThat(future.cancel(false)).isTrue();
    assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    gate.open();
    gate.awaitEnd();
    assertThat(gate.wasInterrupted()).isFalse();
  }

  @Test
  void shouldRefuseNullInsteadOfATask() {
    ExecutorService executor = wide();
    assertThatNullPointerException().isThrownBy(() -> executor.execute(null));
    assertThatNullPointerException().isThrownBy(() -> executor.submit((Runnable) null));
    assertThatNullPointerException().isThrownBy(() -> executor.submit((Callable<?>) null));
    assertThatNullPointerException().isThrownBy(() -> executor.submit(null, "value"));
  }

  static <T> Callable<T> failing(Exception thrown) {
    return () -> {
      throw thrown;
    };
  }

  /** Of the thrown type; ForkJoinPool wraps it in others of that type. */
  static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** An error that no library throws. */
  static final class PlantedError extends Error {
    private static final long serialVersionUID = 1;
  }
}
