package dev.foliot.pool;

import java.util.concurrent.ExecutorService;

/**
 * An executor that finds its own size. It grows at once while tasks wait and the CPU is idle. It
 * keeps a size that raised throughput, and otherwise shrinks.
 *
 * <p>Thread-safe. It obeys the whole contract of {@link ExecutorService}. Tasks begin roughly in
 * the order they arrive.
 */
public interface AdaptivePool extends ExecutorService, AutoCloseable {
  /** A pool of platform threads with all defaults; the same as {@link #platform()}. */
  static AdaptivePool create() {
    return platform();
  }

  /** A pool of platform threads with all defaults. */
  static AdaptivePool platform() {
    return builder().platform();
  }

  /**
   * A pool of virtual threads. It limits how many run at once by the throughput they bring.
   *
   * @throws UnsupportedOperationException below JDK 21
   */
  static AdaptivePool virtual() {
    return builder().virtual();
  }

  /** Builds a pool with settings; all are optional. */
  static PoolBuilder builder() {
    return new PoolBuilder();
  }

  /** The current state of the pool. */
  PoolSnapshot snapshot();

  /**
   * Changes the minimum and maximum size while the pool runs. Takes effect at once.
   *
   * @param minimum 1 or more
   * @param maximum {@code minimum} or more
   * @throws IllegalArgumentException if the range is empty
   */
  void limits(int minimum, int maximum);

  /**
   * Starts threads without work until as many exist as the minimum size. They end after the
   * keep-alive, as all do.
   *
   * @return number of started threads; 0 for virtual threads
   */
  int prestart();

  /**
   * Removes waiting tasks whose futures were cancelled. Takes time for each waiting task, and may
   * change the order of tasks that arrive meanwhile.
   *
   * @return number of removed tasks
   */
  int purge();

  /**
   * Waits until all accepted tasks have ended, and accepts no others. An interrupt stops the tasks;
   * the interrupt status is kept. As {@code ExecutorService.close} of JDK 19.
   *
   * <p>It then waits until the pool's own threads have ended, for at most 2 s: a listener or a
   * thread of the user's factory may take longer. Called from the control thread, as by a listener,
   * it does not wait for that thread.
   *
   * @throws IllegalStateException in a task of this pool, which would wait for itself; the pool is
   *     shut down then, and ends after its tasks
   */
  @Override
  void close();
}
