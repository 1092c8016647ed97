package dev.foliot.bench;

import java.util.Locale;

/** The durations that are recorded of every message, always. */
public enum Kind {
  /** End − intended start: what a user waits, and the headline. */
  RESPONSE,
  /** End − actual start. */
  SERVICE,
  /** Actual start − intended start: backlog and lateness. */
  LAG,
  /** Lag − lateness: the wait behind the messages before it, which is the system's doing. */
  BACKLOG,
  /** Hand-over − the later of the intended start and the producer's being free: our own error. */
  LATENESS;

  /** The name in files, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
