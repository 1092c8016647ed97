package dev.foliot.checks.peers.pool;

/** The outcome of a peer's run. */
sealed interface Outcome {
  /** It reported its figures. */
  record Done(HarnessResult told) implements Outcome {}

  /**
   * It died or stalled.
   *
   * @param reason one line
   */
  record Failed(String reason) implements Outcome {}
}
