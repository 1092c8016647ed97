package dev.foliot.apps;

/** A command that cannot run; the message is one line with the fault and the fix. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
