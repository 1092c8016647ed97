package dev.foliot.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveScreenTest {
  private static final String URL = "http://127.0.0.1:8080/orders";

  private static List<String> lines(int columns, int rows, int samples) {
    return new LiveScreen(columns, rows, true)
        .lines(Loads.state(URL, samples).view(), "", "Ctrl-C ends it.");
  }

  @Test
  void shouldShowTheFiguresOfNow() {
    List<String> lines = lines(80, 24, 20);

    assertThat(lines.subList(0, 7))
        .containsExactly(
            "foliot load http://127.0.0.1:8080/orders",
            "round 2 of 2, measured, 10 s" + " ".repeat(42) + "23 s left",
            "",
            "rate       asked 2,000/s   answered 1,998/s   in flight 12   100 connections",
            "response   p50 2.16 ms   p99 4.31 ms   max 12.9 ms",
            "failed     12 of 19,992   reset 10   time-out 2",
            "generator  0.42 CPUs   late by at most 1.2 ms");
    assertThat(lines).contains("p99 of the last 10 s, up to 48 ms", "answered, up to 1,998/s");
    assertThat(lines).last().isEqualTo("Ctrl-C ends it.");
  }

  @Test
  void shouldDrawTheLatestValuesAtTheRight() {
    List<String> lines = lines(80, 24, 4);

    int title = lines.indexOf("p99 of the last 2 s, up to 48 ms");
    assertThat(lines.get(title + 1)).isEqualTo(" █  ");
    assertThat(lines.get(title + 5)).isEqualTo("▄█▄▄");
  }

  @Test
  void shouldFitItsTerminal() {
    for (int columns : List.of(20, 60, 80, 300)) {
      for (int rows : List.of(1, 5, 24, 60)) {
        List<String> lines = lines(columns, rows, 600);

        assertThat(lines).hasSizeLessThanOrEqualTo(Math.max(1, rows - 1));
        assertThat(lines).allMatch(line -> line.length() < columns, columns + " columns");
      }
    }
  }

  @Test
  void shouldBreakItsRowsOnANarrowTerminal() {
    assertThat(lines(60, 24, 20).subList(3, 5))
        .containsExactly(
            "rate       asked 2,000/s   answered 1,998/s   in flight 12",
            "           100 connections");
  }

  @Test
  void shouldUsePlainSignsWhereBlocksCannotBeShown() {
    List<String> lines =
        new LiveScreen(80, 24, false)
            .lines(Loads.state(URL, 20).view(), "http://127.0.0.1:1/a/", "Ctrl-C ends it.");

    assertThat(String.join("", lines)).matches("\\p{ASCII}*");
    assertThat(lines.get(1)).isEqualTo("page http://127.0.0.1:1/a/");
  }

  @Test
  void shouldShowNothingHostileAndNoSecret() {
    String hostile = "http://127.0.0.1/\u001b[2J?token=hunter2";

    String shown =
        String.join(
            "\n",
            new LiveScreen(80, 24, true)
                .lines(Loads.state(hostile, 0).view(), "", "Ctrl-C ends it."));

    assertThat(shown).doesNotContain("\u001b", "hunter2").contains("nothing is answered yet");
  }

  @Test
  void shouldRestoreTheTerminal() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = console(err, true);
    try (LiveTerminal terminal =
        new LiveTerminal(console, Loads.state(URL, 20), "", Optional::empty)) {
      terminal.draw();
    }

    String said = err.toString(StandardCharsets.UTF_8);
    assertThat(said)
        .startsWith("\u001b[?1049h")
        .endsWith("\u001b[?1049l")
        .contains("answered", "Ctrl-C ends the load");
    assertThat(said.indexOf("\u001b[?25l")).isLessThan(said.indexOf("\u001b[?25h"));
  }

  @Test
  void shouldRefuseWhatIsNoTerminal() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = console(err, false);

    assertThatThrownBy(() -> new LiveTerminal(console, Loads.state(URL, 1), ""))
        .hasMessage(
            "--live needs a terminal, and standard error is none: leave --live out, or give"
                + " --serve");
    assertThat(err.size()).isZero();
  }

  private static Console console(ByteArrayOutputStream err, boolean isTerminal) {
    return new Console(
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        isTerminal);
  }
}
