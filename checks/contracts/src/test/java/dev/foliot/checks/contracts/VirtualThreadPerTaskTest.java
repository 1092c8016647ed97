package dev.foliot.checks.contracts;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;

class VirtualThreadPerTaskTest extends ExecutorContract {
  @BeforeAll
  static void needsVirtualThreads() {
    VirtualThreads.assumeThatThereAre();
  }

  @Override
  ExecutorService open(int most) {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no executor of virtual threads", e);
    }
  }

  /** "The number of threads created by the Executor is unbounded." */
  @Override
  boolean isBounded() {
    return false;
  }

  /** It "starts a new virtual Thread for each task", so no task waits. */
  @Override
  boolean returnsWhatWasNotBegun() {
    return false;
  }
}
