package dev.foliot.text;

/** A failure that stops a command; the message is one line with fault and remedy. */
public final class FoliotException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Who can fix it. */
  public enum Cause {
    /** The user asked for an impossible thing: exit code 2. */
    USAGE,
    /** The environment refuses: exit code 4. */
    ENVIRONMENT
  }

  private final Cause whose;

  @SuppressWarnings("serial") // thrown and caught in one process
  private final Reason why;

  /**
   * @param whose who can fix it
   * @param message fault and remedy, in one line
   */
  public FoliotException(Cause whose, String message) {
    this(whose, message, new Reason.Plain(message));
  }

  private FoliotException(Cause whose, String message, Reason why) {
    super(message);
    this.whose = whose;
    this.why = why;
  }

  /** Who can fix it. */
  public Cause whose() {
    return whose;
  }

  /** The fault, as data if a code covers it. */
  public Reason why() {
    return why;
  }

  /** The user asked for an impossible thing. */
  public static FoliotException usage(String message) {
    return new FoliotException(Cause.USAGE, message);
  }

  /** The environment refuses. */
  public static FoliotException environment(String message) {
    return new FoliotException(Cause.ENVIRONMENT, message);
  }

  /** The environment refuses, for a reason given as data. */
  public static FoliotException environment(Reason why) {
    return environment(why.sentence(), why);
  }

  /**
   * The environment refuses, for a reason given as data.
   *
   * @param message the same in one line, in words other than the reason's
   */
  public static FoliotException environment(String message, Reason why) {
    return new FoliotException(Cause.ENVIRONMENT, message, why);
  }
}
