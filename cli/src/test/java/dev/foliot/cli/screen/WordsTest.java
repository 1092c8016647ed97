package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void shouldKeepTheEndOfALongName() {
    assertThat(Words.end("short", 10)).isEqualTo("short");
    assertThat(Words.end("dev.foliot.samples.Lesson", 12)).isEqualTo("...es.Lesson");
  }
}
