package dev.foliot.service.run;

/** Thrown for an arm that fails. The message has the error and the remedy in one line. */
public final class ArmException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of failure. */
  public enum Fault {
    /** It did not start, or ended before it was ready. */
    NOT_STARTED,
    /** It runs, but its health URL did not answer in time. */
    NEVER_HEALTHY,
    /** Its port is in use, or its user may not listen there. */
    PORT_REFUSED,
    /** It was ready, and then ended without a request. */
    DIED
  }

  private final Fault fault;
  private final String what;

  /**
   * @param who the name of the arm and what stands between it and the error
   * @param what the error and the remedy
   */
  ArmException(Fault fault, String who, String what) {
    super(who + what);
    this.fault = fault;
    this.what = what;
  }

  /** The message without the name of the arm. */
  public String what() {
    return what;
  }

  /** The kind of failure. */
  public Fault fault() {
    return fault;
  }
}
