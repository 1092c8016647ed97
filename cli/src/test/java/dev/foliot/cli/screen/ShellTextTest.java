package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShellTextTest {
  @Test
  void shouldQuoteWhatAShellWouldTakeApart() {
    assertThat(ShellText.of(List.of("foliot", "bench", "a.B", "--find-rate", "p99<1ms")))
        .contains("foliot bench a.B --find-rate 'p99<1ms'");
    assertThat(ShellText.of(List.of("it's", "$HOME", ""))).contains("'it'\\''s' '$HOME' ''");
  }

  @Test
  void shouldShowNoCommandThatCouldCommandTheTerminal() {
    assertThat(ShellText.of(List.of("foliot", "\u001b[2J"))).isEmpty();
    assertThat(ShellText.wrapped(List.of("foliot", "\u202e"), 80)).isEmpty();
  }

  @Test
  void shouldContinueALongCommandAsAShellDoes() {
    assertThat(ShellText.wrapped(List.of("foliot", "bench", "com.acme.Task", "--rate", "1/s"), 22))
        .contains(List.of("foliot bench \\", "com.acme.Task --rate \\", "1/s"));
  }
}
