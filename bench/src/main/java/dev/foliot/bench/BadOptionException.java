package dev.foliot.bench;

/**
 * An option that cannot be used; the message says what is wrong and how to mend it, in one line.
 */
public final class BadOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is wrong and the remedy, in one line
   */
  public BadOptionException(String message) {
    super(message);
  }
}
