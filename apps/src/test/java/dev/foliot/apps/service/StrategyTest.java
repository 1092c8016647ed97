package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrategyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"virtual", "adaptive", "adaptive-virtual", "cached", "fixed:1", "fixed:32767"})
  void shouldBeWrittenAsItIsRead(String word) {
    assertThat(Strategy.parse(word)).hasToString(word);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Virtual",
        "fixed",
        "fixed:",
        "fixed:0",
        "fixed:32768",
        "fixed:+1",
        "fixed:1 "
      })
  void shouldSayWhatThereIsInstead(String word) {
    assertThatThrownBy(() -> Strategy.parse(word))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("adaptive-virtual");
  }
}
