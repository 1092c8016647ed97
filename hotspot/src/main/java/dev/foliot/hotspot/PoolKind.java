package dev.foliot.hotspot;

/** What a pool of threads is. */
public enum PoolKind {
  /** The ForkJoinPool that runs virtual threads. */
  CARRIERS,
  /** Another ForkJoinPool. */
  FORK_JOIN,
  /** A ThreadPoolExecutor. */
  EXECUTOR
}
