package dev.foliot.linux.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TerminalSizeTest {
  @Test
  void shouldKnowNoSizeOfWhatIsNoTerminal() {
    assertThat(TerminalSize.of(-1)).isEmpty();
  }
}
