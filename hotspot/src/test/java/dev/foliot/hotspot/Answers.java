package dev.foliot.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.Reading;

/** Extracts values and reasons from readings in tests. */
public final class Answers {
  private Answers() {}

  public static <T> T value(Reading<T> reading) {
    return switch (reading) {
      case Reading.Value<T>(T value) -> value;
      case Reading.Unavailable<T> none ->
          throw new AssertionError("unavailable: " + none.sentence());
    };
  }

  /** Checks that the value is missing, with a reason and a remedy. */
  public static String reason(Reading<?> reading) {
    return switch (reading) {
      case Reading.Value<?>(Object value) -> throw new AssertionError("there is a value: " + value);
      case Reading.Unavailable<?> none -> {
        assertThat(none.remedy()).isNotBlank();
        yield none.reason();
      }
    };
  }
}
