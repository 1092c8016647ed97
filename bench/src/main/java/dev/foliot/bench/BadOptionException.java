package dev.foliot.bench;

/** Rejects an option, with the reason and the remedy in one line. */
public final class BadOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * @param message the fault and the remedy, in one line
   */
  public BadOptionException(String message) {
    super(message);
  }
}
