package dev.foliot.steer;

/** Refuses to steer; the message gives the reason and the remedy. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  RefusedException(String message) {
    super(message);
  }
}
