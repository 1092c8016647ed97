package dev.foliot.apps.service;

/** The environment refuses: one line that says what is wrong and the remedy; exit code 4. */
public final class EnvironmentException extends Exception {
  private static final long serialVersionUID = 1;

  /** With what is wrong and the remedy, in one line. */
  public EnvironmentException(String message) {
    super(message);
  }
}
