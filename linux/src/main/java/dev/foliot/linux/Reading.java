package dev.foliot.linux;

import dev.foliot.text.Reason;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one look at the kernel gave: a value, or the reason why there is none and what would help.
 *
 * <p>A kernel interface may be missing (another kernel, another system), forbidden (another user, a
 * container) or malformed (a fixture, a hostile mount). None of these is an exception: each is an
 * {@link Unavailable} that a person can act on. Immutable, and so safe for any thread when the
 * value is.
 *
 * @param <T> what is read
 */
public sealed interface Reading<T> permits Reading.Value, Reading.Unavailable {

  /**
   * What the kernel said.
   *
   * @param value never null; strings in it are as the kernel gave them, at most 1,000 characters,
   *     and must be escaped for where they are shown
   */
  record Value<T>(T value) implements Reading<T> {
    /** Refuses null, which a missing value must not be. */
    public Value {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * Why there is no value.
   *
   * @param why the reason, with the file or the call named, and what to do about it
   */
  record Unavailable<T>(Reason why) implements Reading<T> {
    private static final int LONGEST = 500;

    /** Refuses null. */
    public Unavailable {
      Objects.requireNonNull(why, "why");
    }

    /**
     * What is wrong, in one line of at most 500 characters, in which every control and formatting
     * character is replaced by a question mark.
     */
    public String reason() {
      return oneLine(why.text());
    }

    /** What to do about it, or what that would take; cleaned like the reason. */
    public String remedy() {
      return oneLine(why.remedy());
    }

    /** Both in one line. */
    public String sentence() {
      return reason() + "; " + remedy();
    }

    @Override
    public String toString() {
      return "Unavailable[" + sentence() + "]";
    }

    /** The same answer to a question of another type. */
    public <U> Unavailable<U> retyped() {
      return new Unavailable<>(why);
    }

    private static String oneLine(String text) {
      StringBuilder line = new StringBuilder();
      text.codePoints().limit(LONGEST).forEach(c -> line.appendCodePoint(isPrintable(c) ? c : '?'));
      return line.toString();
    }

    private static boolean isPrintable(int codePoint) {
      return switch (Character.getType(codePoint)) {
        case Character.CONTROL,
            Character.FORMAT,
            Character.LINE_SEPARATOR,
            Character.PARAGRAPH_SEPARATOR,
            Character.SURROGATE ->
            false;
        default -> true;
      };
    }
  }

  /** A reading that gave {@code value}. */
  static <T> Reading<T> of(T value) {
    return new Value<>(value);
  }

  /** A reading that gave nothing. */
  static <T> Reading<T> unavailable(Reason why) {
    return new Unavailable<>(why);
  }

  /** The value changed by {@code change}; an unavailable reading stays as it is. */
  default <U> Reading<U> map(Function<? super T, ? extends U> change) {
    return switch (this) {
      case Value<T>(T value) -> new Value<>(change.apply(value));
      case Unavailable<T> unavailable -> unavailable.retyped();
    };
  }

  /** The value, or {@code other} when there is none. */
  default T orElse(T other) {
    return switch (this) {
      case Value<T>(T value) -> value;
      case Unavailable<T> unavailable -> other;
    };
  }

  /** The value, if there is one; the reason is lost. */
  default Optional<T> toOptional() {
    return switch (this) {
      case Value<T>(T value) -> Optional.of(value);
      case Unavailable<T> unavailable -> Optional.empty();
    };
  }
}
