package dev.foliot.apps.service;

import dev.foliot.pool.AdaptivePool;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** The threads of a strategy. Thread-safe. */
public interface Workers {
  /**
   * Runs a task on one of them.
   *
   * @throws java.util.concurrent.RejectedExecutionException if none takes it
   */
  void execute(Runnable task);

  /** Their current state. */
  WorkersSnapshot snapshot();

  /** Accepts no more, waits for what runs for so long at most, then interrupts it. */
  void end(long patienceNs);

  /**
   * Starts them.
   *
   * @param name in the names of threads, where they have names
   * @param queueBound how many tasks may wait; no bound if empty
   * @throws EnvironmentException if this JDK has no virtual threads and they are asked for
   */
  static Workers start(String name, Strategy strategy, OptionalInt queueBound)
      throws EnvironmentException {
    if (strategy instanceof Strategy.Fixed fixed) {
      return PlatformWorkers.fixed(name, fixed, queueBound);
    }
    if (strategy instanceof Strategy.Cached cached) {
      return PlatformWorkers.cached(name, cached);
    }
    if (strategy instanceof Strategy.Virtual) {
      return new VirtualWorkers(VirtualThreads.newExecutor());
    }
    if (strategy instanceof Strategy.AdaptiveVirtual) {
      VirtualThreads.require();
    }
    ResizeLog resizes = new ResizeLog();
    var builder = AdaptivePool.builder().name(name).listener(resizes);
    queueBound.ifPresent(builder::queueBound);
    AdaptivePool pool =
        strategy instanceof Strategy.AdaptiveVirtual ? builder.virtual() : builder.platform();
    return new AdaptiveWorkers(strategy, pool, resizes);
  }

  /**
   * These, with a direct buffer that each of their threads keeps.
   *
   * @param bufferBytes of each buffer, 8 or more; 0 for none
   */
  default Workers withBuffers(int bufferBytes) {
    return bufferBytes == 0
        ? this
        : new BufferingWorkers(this, () -> ByteBuffer.allocateDirect(bufferBytes));
  }

  /** Ends an executor; see {@link #end}. */
  static void end(ExecutorService executor, long patienceNs) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(patienceNs, TimeUnit.NANOSECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
