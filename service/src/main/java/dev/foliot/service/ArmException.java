package dev.foliot.service;

/** An arm that does not do what it should; the message says in one line what and the remedy. */
public final class ArmException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What went wrong. */
  public enum Fault {
    /** No process, or one that ended before it was ready. */
    NOT_STARTED,
    /** It lives, and its health URL does not say so in time. */
    NEVER_HEALTHY,
    /** It may not listen where it should: something else does, or its user must not. */
    PORT_REFUSED,
    /** It was ready, and ended by itself. */
    DIED
  }

  private final Fault fault;

  ArmException(Fault fault, String message) {
    super(message);
    this.fault = fault;
  }

  /** What went wrong. */
  public Fault fault() {
    return fault;
  }
}
