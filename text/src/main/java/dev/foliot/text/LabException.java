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

  @SuppressWarnings("serial") // it is thrown and caught in one process
  private final Reason why;

  /**
   * @param whose whose turn it is
   * @param message what is wrong and the remedy, in one line
   */
  public LabException(Cause whose, String message) {
    this(whose, message, new Reason.Plain(message));
  }

  private LabException(Cause whose, String message, Reason why) {
    super(message);
    this.whose = whose;
    this.why = why;
  }

  /** Whose turn it is. */
  public Cause whose() {
    return whose;
  }

  /** What is wrong, as data where a code covers it. */
  public Reason why() {
    return why;
  }

  /** The user asked for what cannot be. */
  public static LabException usage(String message) {
    return new LabException(Cause.USAGE, message);
  }

  /** The environment refuses. */
  public static LabException environment(String message) {
    return new LabException(Cause.ENVIRONMENT, message);
  }

  /** The environment refuses for a reason that is data. */
  public static LabException environment(Reason why) {
    return environment(why.sentence(), why);
  }

  /**
   * The environment refuses for a reason that is data.
   *
   * @param message the same in one line, in other words than the reason's own
   */
  public static LabException environment(String message, Reason why) {
    return new LabException(Cause.ENVIRONMENT, message, why);
  }
}
