package dev.foliot.apps;

/** A command that cannot be carried out; the message says in one line what is wrong and the fix. */
final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
