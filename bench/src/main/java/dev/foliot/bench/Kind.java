package dev.foliot.bench;

import java.util.Locale;

/** The durations recorded for every message. */
public enum Kind {
  /** End − intended start: the user's wait, and the headline figure. */
  RESPONSE,
  /** End − actual start. */
  SERVICE,
  /** Actual start − intended start: backlog and lateness. */
  LAG,
  /** Lag − lateness: the wait behind earlier messages, caused by the system under test. */
  BACKLOG,
  /**
   * The harness's own error in starting a message. It is the hand-over − the later of intended
   * start and the producer's being free.
   */
  LATENESS;

  /** The name in files, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
