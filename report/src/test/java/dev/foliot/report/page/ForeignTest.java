package dev.foliot.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignTest {
  @Test
  void shouldReplaceWhatCommandsOrTurnsText() {
    assertThat(Foreign.name("a\u001b[31m\u0000\n\u202eb\u2066\u200f\u2028\ue000\ud800c"))
        .isEqualTo("a\uFFFD[31m\uFFFD\uFFFD\uFFFDb\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDc");
  }

  @Test
  void shouldKeepWhatIsPlain() {
    assertThat(Foreign.name("naïve 日本語 😀 <&>")).isEqualTo("naïve 日本語 😀 <&>");
  }

  @Test
  void shouldCutAndSaySo() {
    assertThat(Foreign.text("😀".repeat(10_000), 3)).isEqualTo("😀😀😀… (10,000 characters)");
  }
}
