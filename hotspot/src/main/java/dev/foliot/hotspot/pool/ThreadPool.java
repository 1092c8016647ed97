package dev.foliot.hotspot.pool;

import java.util.List;

/**
 * A pool of threads of a JVM. Immutable, except for its sampler.
 *
 * @param kind what it is
 * @param tids the kernel's ids of its threads
 * @param sampler reads its queues; for one thread
 */
public record ThreadPool(Kind kind, List<Long> tids, PoolSampler sampler) {
  /** What a pool of threads is. */
  public enum Kind {
    /** The ForkJoinPool that runs virtual threads. */
    CARRIERS,
    /** Another ForkJoinPool. */
    FORK_JOIN,
    /** A ThreadPoolExecutor. */
    EXECUTOR
  }

  /** Keeps a copy. */
  public ThreadPool {
    tids = List.copyOf(tids);
  }
}
