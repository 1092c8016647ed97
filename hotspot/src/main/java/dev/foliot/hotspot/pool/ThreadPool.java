package dev.foliot.hotspot.pool;

import java.util.List;

/**
 * A thread pool of a JVM. Immutable, except for its sampler.
 *
 * @param kind its kind
 * @param tids the kernel's ids of its threads
 * @param sampler reads its queues; for one thread
 */
public record ThreadPool(Kind kind, List<Long> tids, PoolSampler sampler) {
  /** The kind of a thread pool. */
  public enum Kind {
    /** The ForkJoinPool that runs virtual threads. */
    CARRIERS,
    /** Another ForkJoinPool. */
    FORK_JOIN,
    /** A ThreadPoolExecutor. */
    EXECUTOR,
    /** A ScheduledThreadPoolExecutor, whose tasks have a time. */
    SCHEDULED,
    /** A QueuedThreadPool of Jetty; some of its threads may run one job for good. */
    JETTY,
    /** An EnhancedQueueExecutor of JBoss. */
    JBOSS;

    /** Whether it is a ThreadPoolExecutor of any kind. */
    public boolean isExecutor() {
      return this == EXECUTOR || this == SCHEDULED;
    }

    /** Whether it is a server's own pool, whose workers do not count their tasks. */
    public boolean isOfServer() {
      return this == JETTY || this == JBOSS;
    }
  }

  /** Keeps a copy. */
  public ThreadPool {
    tids = List.copyOf(tids);
  }
}
