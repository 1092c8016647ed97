package dev.foliot.checks.specimens;

import java.io.IOException;

/** A JVM on which a specimen cannot be what its truth says, with the reason. */
public final class SpecimenRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  SpecimenRefusedException(String reason) {
    super(reason);
  }
}
