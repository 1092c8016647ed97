package dev.foliot.store;

/** Whether a run is over. */
public enum RunState {
  /** The process that makes it still exists. */
  IN_PROGRESS,
  /** It was ended early, by hand or by the death of its process. */
  INTERRUPTED,
  /** It was played to its end. */
  COMPLETE
}
