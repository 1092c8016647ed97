package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeSpanTest {
  @ParameterizedTest
  @CsvSource({"2ms,2000000", "0.05ms,50000", "0us,0", "1.5s,1500000000", "1min,60000000000"})
  void shouldReadNumbersWithUnits(String written, long ns) {
    assertThat(TimeSpan.parseNs(written, "0us", "1h")).isEqualTo(ns);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "2 ms", "-2ms", "2ns", "ms", "1e3ms", "2.ms", "\u0662ms"})
  void shouldRefuseTheRestWithAnExample(String written) {
    assertThatThrownBy(() -> TimeSpan.parseNs(written, "0us", "1h")).hasMessageContaining("2ms");
  }

  @Test
  void shouldRefuseWhatIsOutsideTheRange() {
    assertThatThrownBy(() -> TimeSpan.parseNs("999999999999h", "1ms", "1h"))
        .hasMessageContaining("choose 1ms to 1h");
    assertThatThrownBy(() -> TimeSpan.parseNs("999us", "1ms", "1h"))
        .hasMessageContaining("choose 1ms to 1h");
  }
}
