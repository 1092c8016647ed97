package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Expects an option to be refused in one line that a terminal can show. */
final class Refused {
  private static final int LONGEST = 500;
  private static final String PRINTABLE =
      "[^\\p{Cntrl}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]+";

  /** Texts that no option takes, and no message may repeat as they are. */
  static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          "x",
          "/",
          ":",
          "\u0000",
          "\u001b[31mred",
          "40k/s\nsecond line",
          "\u202e40k/s",
          "\ud800",
          "<script>alert(1)</script>",
          "<b>".repeat(3_500),
          "9".repeat(10_000),
          "-".repeat(10_000),
          "\t".repeat(10_000) + "x",
          "${jndi:ldap://x}");

  private Refused() {}

  /** The message, for more to be said about it. */
  static AbstractStringAssert<?> refused(ThrowingCallable action) {
    BadOptionException refusal = catchThrowableOfType(BadOptionException.class, action);
    assertThat(refusal).as("refused").isNotNull();
    return assertThat(refusal.getMessage()).hasSizeLessThan(LONGEST).matches(PRINTABLE);
  }

  /** Checks that hostile texts are rejected. */
  static void refusesHostile(Consumer<String> parser) {
    for (String text : HOSTILE) {
      refused(() -> parser.accept(text));
    }
  }
}
