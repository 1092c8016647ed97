package dev.foliot.checks.contracts;

/** What the soak has found, in one line. */
final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SoakFailure(String message) {
    super(message);
  }
}
