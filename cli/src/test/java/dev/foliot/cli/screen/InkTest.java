package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class InkTest {
  @Test
  void shouldColourOnlyWhatATerminalShows() {
    assertThat(Ink.of(true, Map.of("TERM", "xterm-256color"))).isEqualTo(Ink.COLOUR);
    assertThat(Ink.of(true, Map.of())).isEqualTo(Ink.COLOUR);
    assertThat(Ink.of(true, Map.of("NO_COLOR", ""))).isEqualTo(Ink.COLOUR);
    assertThat(Ink.of(false, Map.of("TERM", "xterm"))).isEqualTo(Ink.PLAIN);
    assertThat(Ink.of(true, Map.of("NO_COLOR", "1", "TERM", "xterm"))).isEqualTo(Ink.PLAIN);
    assertThat(Ink.of(true, Map.of("TERM", "dumb"))).isEqualTo(Ink.PLAIN);
  }

  @Test
  void shouldAddNothingWithoutColour() {
    assertThat(Ink.PLAIN.strong("a") + Ink.PLAIN.bad("b")).isEqualTo("ab");
    assertThat(Ink.COLOUR.strong("a")).isEqualTo("\u001b[1ma\u001b[0m");
    assertThat(Ink.COLOUR.bad("")).isEmpty();
  }
}
