package dev.foliot.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BriefTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
  private final Brief brief = new Brief(new Console(stream, stream, false));

  /** The page and JSON have all of it, so what the terminal shows must be how they begin. */
  @Test
  void shouldCutALongAnswerBehindAWord() {
    for (int length = 1; length < 30; length++) {
      String word = "x".repeat(length);
      String text =
          IntStream.range(0, 400).mapToObj(n -> word + n % 10).collect(Collectors.joining(" "));
      out.reset();
      brief.answer(text, 2);
      String shown = out.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
      assertThat(shown).endsWith(" ...");
      assertThat(text).startsWith(shown.substring(0, shown.length() - 3));
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .hasSize(2)
          .allMatch(line -> line.length() <= Brief.WIDTH);
    }
  }

  @Test
  void shouldCutASingleWord() {
    brief.answer("y".repeat(3_000), 1);
    assertThat(out.toString(StandardCharsets.UTF_8).strip()).endsWith("...").hasSize(Brief.WIDTH);
  }
}
