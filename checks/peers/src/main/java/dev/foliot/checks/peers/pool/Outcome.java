package dev.foliot.checks.peers.pool;

/** What came of a run of a peer. */
sealed interface Outcome {
  /** It told its figures. */
  record Done(HarnessResult told) implements Outcome {}

  /**
   * It died or hung.
   *
   * @param reason one line
   */
  record Failed(String reason) implements Outcome {}
}
