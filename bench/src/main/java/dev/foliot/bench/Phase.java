package dev.foliot.bench;

/** A phase in the life of a bench. */
public enum Phase {
  /** The task prepares itself. */
  SET_UP,
  /** Messages run, and do not count. */
  WARM_UP,
  /** Messages run and count. */
  MEASURE,
  /** All measured messages have ended. */
  MEASURED,
  /** The task is torn down. */
  ENDED
}
