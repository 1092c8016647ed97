package dev.foliot.pool;

import java.util.concurrent.ExecutorService;

/**
 * An executor that finds its own size: it grows at once when tasks wait and the CPU is idle, keeps
 * what brought throughput and gives back what did not.
 *
 * <p>Thread-safe. Everything of {@link ExecutorService}'s contract holds. Tasks are begun in about
 * the order in which they came.
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
   * Virtual threads, of which only as many run at once as bring throughput.
   *
   * @throws UnsupportedOperationException below JDK 21
   */
  static AdaptivePool virtual() {
    return builder().virtual();
  }

  /** Settings for a pool; none has to be given. */
  static PoolBuilder builder() {
    return new PoolBuilder();
  }

  /** What the pool is doing now. */
  PoolSnapshot snapshot();

  /**
   * Changes the least and the greatest size while the pool runs. Takes effect at once.
   *
   * @param minimum 1 or more
   * @param maximum {@code minimum} or more
   * @throws IllegalArgumentException if the range is empty
   */
  void limits(int minimum, int maximum);

  /**
   * Waits until all tasks that were accepted have ended, and accepts no others; an interrupt stops
   * the tasks and is kept. As {@code ExecutorService.close} of JDK 19.
   */
  @Override
  void close();
}
