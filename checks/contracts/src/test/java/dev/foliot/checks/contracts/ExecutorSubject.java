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
 * The executor that a contract is asked of, and what it is documented to do otherwise than most. A
 * test asks every body; where a body differs, it asks for what that body promises instead.
 */
abstract class ExecutorSubject {
  static final long PATIENCE_S = Gate.PATIENCE_S;
  static final int CPUS = Runtime.getRuntime().availableProcessors();

  /** More than there are CPUs. */
  static final int MANY = CPUS + 12;

  private final List<ExecutorService> opened = new ArrayList<>();
  private final List<Gate> gates = new ArrayList<>();
  private final Set<Thread> threadsBefore = LiveThreads.now();

  /**
   * A new executor.
   *
   * @param most how many tasks it may run at once, where it has such a bound
   */
  abstract ExecutorService open(int most);

  /** Whether it has a bound, so that a task may have to wait for another one to end. */
  boolean isBounded() {
    return true;
  }

  /** Whether {@code shutdownNow} returns what was not begun. */
  boolean returnsWhatWasNotBegun() {
    return true;
  }

  /** Whether {@code Future.cancel(true)} interrupts a task that runs. */
  boolean interruptsWhatIsCancelled() {
    return true;
  }

  /** Whether {@code invokeAll} without time-out hears an interrupt. */
  boolean hearsAnInterruptInInvokeAll() {
    return true;
  }

  /** Whether a task finds its thread without an interrupt that a task before it left there. */
  boolean clearsInterrupts() {
    return true;
  }

  /** Whether a task finds the context class loader that tasks before it found. */
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

  /** One that runs many tasks at once. */
  final ExecutorService wide() {
    return keep(open(MANY));
  }

  /** One that runs one task after the other, where it has a bound. */
  final ExecutorService narrow() {
    return keep(open(1));
  }

  final ExecutorService keep(ExecutorService executor) {
    opened.add(executor);
    return executor;
  }

  /** A gate that is opened at the end of the test. */
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
