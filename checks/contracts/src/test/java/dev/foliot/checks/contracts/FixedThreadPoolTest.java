package dev.foliot.checks.contracts;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

class FixedThreadPoolTest extends ExecutorContract {
  @Override
  ExecutorService open(int most) {
    return Executors.newFixedThreadPool(most);
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
