package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The man pages, beside what {@code --help} knows. */
class HelpCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void shouldWriteAManPageOfEachCommandWithAllItsOptions() throws IOException {
    Path pages = folder.resolve("share/man1");

    assertThat(run("help", "--man-pages", pages.toString())).as(text(err)).isZero();

    check(Commands.line(new String[0], console()), pages);
    try (Stream<Path> files = Files.list(pages)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("foliot.1", "foliot-bench.1", "foliot-runs-prune.1");
    }
  }

  private static void check(CommandLine line, Path pages) throws IOException {
    String name = line.getCommandSpec().qualifiedName("-");
    String page = Files.readString(pages.resolve(name + ".1"));
    assertThat(page.lines().filter(text -> text.startsWith(".SH ")))
        .startsWith(".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS");
    assertThat(page).contains(name.replace("-", "\\-") + " \\- ").doesNotContain("%n", "%%", "@|");
    // what is no request is text
    assertThat(page.lines()).allMatch(text -> text.matches("\\.(TH|SH|TP|PP|nf|fi)( .*)?|[^.].*"));
    line.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .forEach(
            option -> assertThat(page).contains("\\fB" + option.names()[0].replace("-", "\\-")));
    for (CommandLine below : line.getSubcommands().values()) {
      check(below, pages);
    }
  }

  @Test
  void shouldHaveTheExamplesAndTheExitCodes() throws IOException {
    run("help", "--man-pages", folder.toString());

    assertThat(Files.readAllLines(folder.resolve("foliot-runs.1")))
        .containsSequence(".SH EXAMPLES", ".nf", "  foliot runs", ".fi");
    assertThat(Files.readAllLines(folder.resolve("foliot.1")))
        .containsSequence(".SH EXIT STATUS", ".TP", "\\fB0\\fR", "done");
  }

  @Test
  void shouldSayWhereNoManPageCanBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThat(run("help", "--man-pages", file.toString())).isEqualTo(4);
    assertThat(text(err).lines())
        .singleElement()
        .asString()
        .contains(file.toString(), "name another folder");
  }

  @Test
  void shouldShowTheHelpOfANestedCommand() {
    assertThat(run("help", "runs", "prune")).isZero();
    assertThat(text(out)).startsWith("Usage: foliot runs prune");
  }

  private int run(String... words) {
    return Commands.execute(words, console());
  }

  private Console console() {
    return new Console(stream(out), stream(err), false);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
