package dev.foliot.bench;

/** Where a bench is in its life. */
public enum Phase {
  /** The task makes what it needs. */
  SET_UP,
  /** Messages come, and do not count. */
  WARM_UP,
  /** Messages come and count. */
  MEASURE,
  /** All messages that count have ended. */
  MEASURED,
  /** The task has been torn down. */
  ENDED
}
