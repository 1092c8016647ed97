package dev.foliot.apps.service;

/** A request that is not fulfilled, and the error that is answered instead. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Answer answer;

  /**
   * @param status 400 or more
   * @param error a code for programs
   * @param message the fault and the remedy
   */
  public RefusedException(int status, String error, String message) {
    // a refusal is an ordinary answer: nobody reads where it came from
    super(message, null, false, false);
    this.answer = Answer.error(status, error, message);
  }

  /** What is answered. */
  public Answer answer() {
    return answer;
  }
}
