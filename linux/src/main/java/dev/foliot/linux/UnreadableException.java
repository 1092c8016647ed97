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

  /** The value of a reading; where there is none, its reason and its remedy are thrown. */
  static <T> T valueOf(Reading<T> reading) throws UnreadableException {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T>(String reason, String remedy) ->
          throw new UnreadableException(reason, remedy);
    };
  }

  /** The same reason with a remedy that knows more. */
  UnreadableException remediedBy(String better) {
    return new UnreadableException(reason, better);
  }

  <T> Reading<T> reading() {
    return Reading.unavailable(reason, remedy);
  }
}
