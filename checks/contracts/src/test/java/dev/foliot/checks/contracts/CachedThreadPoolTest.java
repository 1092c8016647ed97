package dev.foliot.checks.contracts;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class CachedThreadPoolTest extends ExecutorContract {
  @Override
  ExecutorService open(int most) {
    return Executors.newCachedThreadPool();
  }

  /** "If no existing thread is available, a new thread will be created and added to the pool." */
  @Override
  boolean isBounded() {
    return false;
  }

  /** No task waits in its SynchronousQueue, "which does not have any internal capacity". */
  @Override
  boolean returnsWhatWasNotBegun() {
    return false;
  }

  /**
   * {@code ThreadPoolExecutor} leaves this to subclasses: "beforeExecute … may be used to
   * re-initialize ThreadLocals", and the context class loader belongs to the thread.
   */
  @Override
  boolean restoresTheContextClassLoader() {
    return false;
  }
}
