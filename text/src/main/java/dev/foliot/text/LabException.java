package dev.foliot.text;

/** What keeps the lab from working; the message says in one line what is wrong and the remedy. */
public final class LabException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Whose turn it is. */
  public enum Cause {
    /** The user asked for something that cannot be: exit code 2. */
    USAGE,
    /** The environment refuses: exit code 4. */
    ENVIRONMENT
  }

  private final Cause whose;

  /**
   * @param whose whose turn it is
   * @param message what is wrong and the remedy, in one line
   */
  public LabException(Cause whose, String message) {
    super(message);
    this.whose = whose;
  }

  /** Whose turn it is. */
  public Cause whose() {
    return whose;
  }

  /** The user asked for what cannot be. */
  public static LabException usage(String message) {
    return new LabException(Cause.USAGE, message);
  }

  /** The environment refuses. */
  public static LabException environment(String message) {
    return new LabException(Cause.ENVIRONMENT, message);
  }
}
