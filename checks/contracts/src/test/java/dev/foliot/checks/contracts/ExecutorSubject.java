package dev.foliot.checks.contracts;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The executor under test, with its documented differences from most others.
 *
 * <p>A test covers every implementation; for a documented difference it checks that
 * implementation's own promise.
 */
abstract class ExecutorSubject {
  static final long PATIENCE_S = Gate.PATIENCE_S;
  static final int CPUS = Runtime.getRuntime().availableProcessors();

  /** More than the number of CPUs. */
  static final int MANY = CPUS + 12;

  private final List<ExecutorService> opened = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private final Set<Thread> threadsBefore = LiveThreads.now();

  /**
   * A new executor.
   *
   * @param most the number of concurrent tasks, for bounded ones
   */
  abstract ExecutorService open(int most);

  /** Whether it is bounded, and a task may have to wait for the end of another. */
  boolean isBounded() {
    return true;
  }

  /** Whether {@code shutdownNow} returns tasks that have not begun. */
  boolean returnsWhatWasNotBegun() {
    return true;
  }

  /** Whether {@code Future.cancel(true)} interrupts a running task. */
  boolean interruptsWhatIsCancelled() {
    return true;
  }

  /** Whether an interrupt ends {@code invokeAll} without time-out. */
  boolean hearsAnInterruptInInvokeAll() {
    return true;
  }

  /** Whether an interrupt left by one task is cleared before the next. */
  boolean clearsInterrupts() {
    return true;
  }

  /** Whether each task starts with the same context class loader. */
  boolean restoresTheContextClassLoader() {
    return true;
  }

  @BeforeEach
  void clearTheTestThreadsInterrupt() {
    assertThat(Thread.interrupted()).as("the test before left an interrupt").isFalse();
  }

  @AfterEach
  void endWhatWasOpened() throws InterruptedException {
    Thread.interrupted();
    gates.forEach(Gate::open);
    opened.forEach(ExecutorService::shutdownNow);
    for (ExecutorService executor : opened) {
      assertThat(executor.awaitTermination(PATIENCE_S, SECONDS)).as("terminated").isTrue();
    }
    LiveThreads.awaitEndOfAllBut(threadsBefore);
  }

  /** An executor for many concurrent tasks. */
  final ExecutorService wide() {
    return keep(open(MANY));
  }

  /** An executor for one task at a time, if bounded. */
  final ExecutorService narrow() {
    return keep(open(1));
  }

  final ExecutorService keep(ExecutorService executor) {
    opened.add(executor);
    return executor;
  }

  /** A gate that opens at the end of the test. */
  final Gate gate() {
    Gate gate = new Gate();
    gates.add(gate);
    return gate;
  }

  static <T> T get(Future<T> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(PATIENCE_S, SECONDS);
  }

  static void awaitTermination(ExecutorService executor) throws InterruptedException {
    assertThat(executor.awaitTermination(PATIENCE_S, SECONDS)).as("terminated").isTrue();
    assertThat(executor.isShutdown()).isTrue();
    assertThat(executor.isTerminated()).isTrue();
  }
}
