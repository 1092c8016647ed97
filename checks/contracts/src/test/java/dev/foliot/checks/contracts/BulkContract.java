package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The outcomes of several tasks submitted together. */
abstract class BulkContract extends TaskContract {
  @Test
  void shouldInvokeAllAndGiveTheirFuturesInOrder() throws Exception {
    List<Callable<Integer>> tasks =
        IntStream.range(0, 1_000).<Callable<Integer>>mapToObj(i -> () -> i).toList();
    for (List<Future<Integer>> futures :
        List.of(wide().invokeAll(tasks), wide().invokeAll(tasks, PATIENCE_S, SECONDS))) {
      assertThat(futures).hasSize(1_000).allMatch(Future::isDone);
      for (int i = 0; i < 1_000; i++) {
        assertThat(get(futures.get(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void shouldInvokeAllOfNothing() throws Exception {
    assertThat(wide().invokeAll(List.<Callable<String>>of())).isEmpty();
    assertThat(wide().invokeAll(List.<Callable<String>>of(), 1, SECONDS)).isEmpty();
  }

  @Test
  void shouldInvokeAllThoughSomeFail() throws Exception {
    List<Future<String>> futures =
        wide().invokeAll(List.of(failing(new IOException("planted")), () -> "result"));
    assertThat(futures).allMatch(Future::isDone).noneMatch(Future::isCancelled);
    assertThatThrownBy(() -> get(futures.get(0))).isInstanceOf(ExecutionException.class);
    assertThat(get(futures.get(1))).isEqualTo("result");
  }

  @Test
  void shouldCancelWhatWasNotDoneInTime() throws Exception {
    Gate gate = gate();
    // the time limit is too short only for endless tasks
    List<Future<String>> futures =
        wide().invokeAll(List.of((Callable<String>) gate), 1, MILLISECONDS);
    assertThat(futures).hasSize(1).allMatch(Future::isDone).allMatch(Future::isCancelled);
    assertThatThrownBy(() -> get(futures.get(0))).isInstanceOf(CancellationException.class);
  }

  @Test
  void shouldHearAnInterruptWhileItInvokesAll() throws Exception {
    ExecutorService executor = wide();
    Gate gate = gate();
    if (!hearsAnInterruptInInvokeAll()) {
      gate.open();
      Thread.currentThread().interrupt();
      assertThat(executor.invokeAll(List.of((Callable<String>) gate))).allMatch(Future::isDone);
      assertThat(Thread.interrupted()).isTrue();
      return;
    }
    Thread caller = Thread.currentThread();
    Callable<String> interrupting =
        () -> {
          caller.interrupt();
          return gate.call();
        };
    assertThatThrownBy(() -> executor.invokeAll(List.of(interrupting)))
        .isInstanceOf(InterruptedException.class);
    gate.awaitEnd();
    assertThat(gate.wasInterrupted()).as("its task is cancelled").isTrue();
  }

  @Test
  void shouldInvokeAnyAndGiveAResultThatIsThere() throws Exception {
    Gate gate = gate();
    List<Callable<String>> tasks =
        List.of(failing(new IOException("planted")), () -> "result", gate);
    assertThat(wide().invokeAny(tasks)).isEqualTo("result");
    assertThat(wide().invokeAny(tasks, PATIENCE_S, SECONDS)).isEqualTo("result");
  }

  @Test
  void shouldCancelTheOthersOnceOneHasAResult() throws Exception {
    Gate other = gate();
    Callable<String> after =
        () -> {
          other.awaitBegin();
          return "result";
        };
    assertThat(wide().invokeAny(List.of(other, after))).isEqualTo("result");
    other.awaitEnd();
    assertThat(other.wasInterrupted()).isTrue();
  }

  @Test
  void shouldSayThatAllFailed() {
    List<Callable<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tasks.add(failing(new IOException("planted")));
    }
    assertThatThrownBy(() -> wide().invokeAny(tasks))
        .isInstanceOf(ExecutionException.class)
        .satisfies(e -> assertThat(root(e)).isInstanceOf(IOException.class));
    assertThatThrownBy(() -> wide().invokeAny(tasks, PATIENCE_S, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .satisfies(e -> assertThat(root(e)).isInstanceOf(IOException.class));
  }

  @Test
  void shouldNotWaitForAnyLongerThanToldTo() throws Exception {
    List<Gate> gates = List.of(gate(), gate());
    assertThatThrownBy(() -> wide().invokeAny(gates, 1, MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void shouldHearAnInterruptWhileItInvokesAny() throws Exception {
    Gate gate = gate();
    Thread caller = Thread.currentThread();
    Callable<String> interrupting =
        () -> {
          caller.interrupt();
          return gate.call();
        };
    assertThatThrownBy(() -> wide().invokeAny(List.of(interrupting)))
        .isInstanceOf(InterruptedException.class);
    gate.awaitEnd();
    assertThat(gate.wasInterrupted()).as("its task is cancelled").isTrue();
  }

  @Test
  void shouldRefuseToInvokeAnyOfNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> wide().invokeAny(List.<Callable<String>>of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> wide().invokeAny(List.<Callable<String>>of(), 1, SECONDS));
  }

  @Test
  void shouldRefuseNullAmongSeveralTasks() {
    ExecutorService executor = wide();
    List<Callable<String>> tasks = Arrays.asList(() -> "result", null);
    assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(null));
    assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(tasks));
    assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(null, 1, SECONDS));
    assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(tasks, 1, SECONDS));
    assertThatNullPointerException()
        .isThrownBy(() -> executor.invokeAll(List.of(() -> "result"), 1, null));
    assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(null));
    assertThatNullPointerException()
        .isThrownBy(() -> executor.invokeAny(Arrays.asList((Callable<String>) null)));
    assertThatNullPointerException()
        .isThrownBy(() -> executor.invokeAny(List.of(() -> "result"), 1, null));
  }
}
