package dev.foliot.apps.service;

/** The environment refuses: one line with the fault and the remedy; exit code 4. */
public final class EnvironmentException extends Exception {
  private static final long serialVersionUID = 1;

  /** With fault and remedy in one line. */
  public EnvironmentException(String message) {
    super(message);
  }
}
