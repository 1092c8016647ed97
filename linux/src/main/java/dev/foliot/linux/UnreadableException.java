package dev.foliot.linux;

/**
 * Ends an attempt to read, from any depth of a parser; {@link KernelFiles#attempt} turns it into an
 * {@link Reading.Unavailable}. Never leaves the package, and has no stack trace.
 */
final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  UnreadableException(String reason, String remedy) {
    super(reason, null, false, false);
    this.reason = reason;
    this.remedy = remedy;
  }

  /** The same reason with a remedy that knows more. */
  UnreadableException remediedBy(String better) {
    return new UnreadableException(reason, better);
  }

  <T> Reading<T> reading() {
    return Reading.unavailable(reason, remedy);
  }
}
