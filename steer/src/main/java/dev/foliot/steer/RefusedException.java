package dev.foliot.steer;

/** Nothing can be steered here; the message says why, and what to do. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
