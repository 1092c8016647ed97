package dev.foliot.checks.contracts;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;

class ForkJoinPoolTest extends ExecutorContract {
  @Override
  ExecutorService open(int most) {
    return new ForkJoinPool(most, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
  }

  /**
   * "Unlike some other uses of Executors, this method cancels both existing and unexecuted tasks,
   * so this method always returns an empty list": {@code ForkJoinPool.shutdownNow}.
   */
  @Override
  boolean returnsWhatWasNotBegun() {
    return false;
  }

  /**
   * "This value has no effect in the default implementation because interrupts are not used to
   * control cancellation": {@code ForkJoinTask.cancel}.
   */
  @Override
  boolean interruptsWhatIsCancelled() {
    return false;
  }

  /** On JDK 17 it cannot: the method is declared without {@code throws InterruptedException}. */
  @Override
  boolean hearsAnInterruptInInvokeAll() {
    return Runtime.version().feature() >= 25;
  }

  /**
   * Not on JDK 17: "interrupts are not used to control" its tasks ({@code ForkJoinTask.cancel}).
   */
  @Override
  boolean clearsInterrupts() {
    return false;
  }

  /**
   * The default factory's threads begin with "the system class loader as the thread context class
   * loader"; on JDK 17 they keep a task's replacement.
   */
  @Override
  boolean restoresTheContextClassLoader() {
    return false;
  }
}
