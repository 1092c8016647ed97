package dev.foliot.checks.contracts;

/** A failure of the soak test, in one line. */
final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SoakFailure(String message) {
    super(message);
  }
}
