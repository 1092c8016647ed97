package dev.foliot.pool.control;

/** The unit of a pool's size. */
public enum Unit {
  /** Threads, which cost memory and some CPU. */
  THREADS,

  /** Permits, which cost next to nothing. */
  PERMITS
}
