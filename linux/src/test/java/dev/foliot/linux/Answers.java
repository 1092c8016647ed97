package dev.foliot.linux;

import static org.assertj.core.api.Assertions.assertThat;

/** Takes readings apart in tests. */
public final class Answers {
  private Answers() {}

  public static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw new AssertionError("unavailable: " + none.sentence());
    };
  }

  /** Checks that the value is missing, with a reason of one line and a remedy. */
  public static String reason(Reading<?> reading) {
    return switch (reading) {
      case Reading.Value<?>(Object value) -> throw new AssertionError("there is a value: " + value);
      case Reading.Unavailable<?> none -> {
        assertThat(none.reason()).isNotBlank().doesNotContain("\n", "\r", "\0", "\u001b", "\u202e");
        assertThat(none.remedy()).isNotBlank().doesNotContain("\n", "\r", "\0", "\u001b", "\u202e");
        yield none.reason();
      }
    };
  }
}
