package dev.foliot.linux;

import dev.foliot.text.Reason;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of reading the kernel: a value, or a reason with a remedy.
 *
 * <p>A kernel interface may be missing (another kernel, another system), forbidden (another user, a
 * container) or malformed (a fixture, a hostile mount). These cases are no exceptions but an {@link
 * Unavailable}, with a remedy for a person. Immutable; safe for any thread if the value is.
 *
 * @param <T> type of the value
 */
public sealed interface Reading<T> permits Reading.Value, Reading.Unavailable {

  /**
   * A value from the kernel.
   *
   * @param value never null; its strings come from the kernel, with at most 1,000 characters, and
   *     need escaping for display
   */
  record Value<T>(T value) implements Reading<T> {
    /** Refuses null: a missing value must be {@link Unavailable}. */
    public Value {
      Objects.requireNonNull(value, "value");
    }
  }

  /**
   * A missing value with its reason.
   *
   * @param why the reason, which names the file or the call, with its remedy
   */
  record Unavailable<T>(Reason why) implements Reading<T> {
    private static final int LONGEST = 500;

    /** Refuses null. */
    public Unavailable {
      Objects.requireNonNull(why, "why");
    }

    /**
     * The fault in one line of at most 500 characters. Question marks replace control and
     * formatting characters.
     */
    public String reason() {
      return oneLine(why.text());
    }

    /** The remedy, cleaned like the reason. */
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

  /** A reading without a value. */
  static <T> Reading<T> unavailable(Reason why) {
    return new Unavailable<>(why);
  }

  /** Applies {@code change} to the value; an unavailable reading stays the same. */
  default <U> Reading<U> map(Function<? super T, ? extends U> change) {
    return switch (this) {
      case Value<T>(T value) -> new Value<>(change.apply(value));
      case Unavailable<T> unavailable -> unavailable.retyped();
    };
  }

  /** The value, or {@code other} without one. */
  default T orElse(T other) {
    return switch (this) {
      case Value<T>(T value) -> value;
      case Unavailable<T> unavailable -> other;
    };
  }

  /** The value if present; the reason is lost. */
  default Optional<T> toOptional() {
    return switch (this) {
      case Value<T>(T value) -> Optional.of(value);
      case Unavailable<T> unavailable -> Optional.empty();
    };
  }
}
