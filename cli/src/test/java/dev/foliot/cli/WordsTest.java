package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void shouldGiveMicrosecondsTheDecimalsThatHelp() {
    assertThat(Words.micros(null)).isEqualTo("-");
    assertThat(Words.micros(0L)).isEqualTo("0.00");
    assertThat(Words.micros(1_234L)).isEqualTo("1.23");
    assertThat(Words.micros(12_345L)).isEqualTo("12.3");
    assertThat(Words.micros(1_234_567_890L)).isEqualTo("1,234,568");
  }

  @Test
  void shouldKeepTheEndOfALongName() {
    assertThat(Words.end("short", 10)).isEqualTo("short");
    assertThat(Words.end("dev.foliot.samples.Lesson", 12)).isEqualTo("...es.Lesson");
  }

  @Test
  void shouldShowSlowRatesWithDecimals() {
    assertThat(Words.perSecond(40_000)).isEqualTo("40,000/s");
    assertThat(Words.perSecond(0.5)).isEqualTo("0.50/s");
  }
}
