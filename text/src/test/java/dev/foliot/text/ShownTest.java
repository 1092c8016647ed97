package dev.foliot.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShownTest {
  @Test
  void shouldShowOrdinaryTextAsItIs() {
    assertThat(Shown.text("Grüße, 漢字 and 🙂")).isEqualTo("Grüße, 漢字 and 🙂");
  }

  @Test
  void shouldReplaceWhatATerminalObeys() {
    assertThat(Shown.text("a\u001b[31mb\nc\rd\u202ee\u0000f\u2028g\u200bh\ud800i\u0085j\u009bk"))
        .isEqualTo("a?[31mb?c?d?e?f?g?h?i?j?k");
  }

  @Test
  void shouldCutWhatIsLong() {
    String shown = Shown.text("🙂".repeat(10_000));
    assertThat(shown).endsWith("...");
    assertThat(shown.codePointCount(0, shown.length())).isLessThan(200);
    assertThat(Shown.text("abcdef", 3)).isEqualTo("abc...");
    assertThat(Shown.text("abc", 3)).isEqualTo("abc");
  }

  @Test
  void shouldMakeAnythingFitForOneLine() {
    for (long seed = 1; seed <= 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder text = new StringBuilder();
      random.ints(random.nextInt(300), 0, 0x3000).forEach(c -> text.append((char) c));
      assertThat(Shown.text(text.toString()).lines().count())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(1);
    }
  }
}
