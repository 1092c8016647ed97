package dev.foliot.pool;

/** How a task ended. The pool grows for tasks that succeed, not for tasks that fail. */
public enum Outcome {
  /** It did its work. */
  SUCCEEDED,

  /** It did not: it threw an exception, or timed out. */
  FAILED
}
