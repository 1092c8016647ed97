package dev.foliot.checks.specimens;

import java.io.IOException;

/** A JVM where a specimen cannot match its truth, with the reason. */
public final class SpecimenRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  SpecimenRefusedException(String reason) {
    super(reason);
  }
}
