package dev.foliot.linux;

import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Reason;

/**
 * Ends an attempt to read, from any depth of a parser; {@link KernelFiles#attempt} turns it into an
 * {@link Reading.Unavailable}. It never leaves the package, and has no stack trace.
 */
public final class UnreadableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Reason why;

  public UnreadableException(Reason why) {
    super(why.text(), null, false, false);
    this.why = why;
  }

  /** Returns the value of a reading, or throws its reason with the remedy. */
  public static <T> T valueOf(Reading<T> reading) throws UnreadableException {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T>(Reason why) -> throw new UnreadableException(why);
    };
  }

  /** The same reason with a better remedy; reasons without a file keep their own. */
  public UnreadableException remediedBy(String better) {
    return new UnreadableException(
        switch (why) {
          case SystemReason.FileMissing(String file, String _) ->
              new SystemReason.FileMissing(file, better);
          case SystemReason.FileClosed(String file, String _) ->
              new SystemReason.FileClosed(file, better);
          case SystemReason.FileFailed(String file, String operation, String how, String _) ->
              new SystemReason.FileFailed(file, operation, how, better);
          case SystemReason.FileOdd(String file, SystemReason.Oddity how, long most, String _) ->
              new SystemReason.FileOdd(file, how, most, better);
          case SystemReason.FileMalformed(String file, String what, String found, String _) ->
              new SystemReason.FileMalformed(file, what, found, better);
          default -> why;
        });
  }

  public <T> Reading<T> reading() {
    return Reading.unavailable(why);
  }
}
