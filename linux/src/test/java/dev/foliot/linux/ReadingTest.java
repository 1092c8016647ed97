package dev.foliot.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.foliot.linux.reason.SystemReason;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private static final SystemReason MISSING = new SystemReason.FileMissing("it", "bring it");
  private static final Reading<String> NOTHING = Reading.unavailable(MISSING);

  @Test
  void shouldChangeAValueAndKeepAReason() {
    assertThat(Reading.of("four").map(String::length)).isEqualTo(Reading.of(4));
    assertThat(NOTHING.map(String::length)).isEqualTo(new Reading.Unavailable<>(MISSING));
  }

  @Test
  void shouldFallBackOnlyWithoutAValue() {
    assertThat(Reading.of("four").orElse("five")).isEqualTo("four");
    assertThat(NOTHING.orElse("five")).isEqualTo("five");
    assertThat(Reading.of("four").toOptional()).isEqualTo(Optional.of("four"));
    assertThat(NOTHING.toOptional()).isEmpty();
  }

  @Test
  void shouldSayWhyOnOnePrintableLine() {
    Reading.Unavailable<String> hostile =
        new Reading.Unavailable<>(
            new SystemReason.FileMissing("a\nb\u001b[31m\u202e\ud800\u2028c", "x".repeat(10_000)));
    assertThat(hostile.reason()).isEqualTo("a?b?[31m???c does not exist");
    assertThat(hostile.remedy()).isEqualTo("x".repeat(500));
    assertThat(hostile.sentence()).isEqualTo("a?b?[31m???c does not exist; " + "x".repeat(500));
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller without the checker could do.
  void shouldRefuseNullAsAValue() {
    assertThatNullPointerException().isThrownBy(() -> Reading.of(null));
  }
}
