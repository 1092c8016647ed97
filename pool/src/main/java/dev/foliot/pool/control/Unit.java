package dev.foliot.pool.control;

/** What a pool's size is of. */
public enum Unit {
  /** Threads, each of which costs memory and some CPU. */
  THREADS,

  /** Permits, which cost next to nothing. */
  PERMITS
}
