package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoliotTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static final List<String> COMMANDS =
      List.of(
          "demo",
          "bench",
          "study",
          "diagnose",
          "watch",
          "fleet",
          "compare",
          "explain",
          "counters compare",
          "report",
          "runs",
          "runs prune",
          "doctor",
          "export",
          "audit",
          "completion");

  @TempDir Path folder;

  @Test
  void shouldSayWhatItIs() {
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("foliot ").contains("on ");
    assertThat(err()).isEmpty();
  }

  @Test
  void shouldListItsCommandsAndTheirExitCodes() {
    assertThat(run("--help")).isZero();
    assertThat(out()).contains("bench", "runs", "Exit codes:", "130");
  }

  @Test
  void shouldShowEveryOptionOfABench() {
    assertThat(run("bench", "--help")).isZero();
    assertThat(out())
        .contains(
            List.of(
                "--rate",
                "--find-rate",
                "--max-rate",
                "--max-forks",
                "--arrivals",
                "--dispatch",
                "--producers",
                "--wait",
                "--jitter",
                "--warmup",
                "--duration",
                "--timeout",
                "--forks",
                "--jdk",
                "--jvm-arg",
                "--cpus",
                "--seed",
                "--store",
                "--json"));
    assertThat(out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @Test
  void shouldShowEveryOptionOfAnAudit() {
    assertThat(run("audit", "--help")).isZero();
    assertThat(out())
        .contains("--service", "--stall", "--every", "--no-stalls", "--json", "{url}", "wrk");
    assertThat(out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @Test
  void shouldRefuseWhatItDoesNotKnowInOneLine() {
    assertThat(run("measure")).isEqualTo(2);
    assertThat(run("bench")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err())
        .contains("say what to do: demo, bench, load, study, diagnose, watch, fleet, compare");
    assertThat(err().lines()).hasSize(3).allMatch(line -> line.startsWith("foliot: "));
  }

  @Test
  void shouldSuggestWhatWasMeant() {
    for (String[] words :
        new String[][] {
          {"bnech"},
          {"bench", "a.B", "--duratoin", "1s"},
          {"bench", "a.B", "--duratoin=1s"},
          {"runs", "prnue"},
          {"counters", "comapre"},
          {"help", "studdy"},
          {"bench", "a.B", "--zzzzzz"}
        }) {
      assertThat(run(words)).as(String.join(" ", words)).isEqualTo(2);
    }
    assertThat(err().lines().toList())
        .hasSize(7)
        .satisfiesExactly(
            line -> assertThat(line).contains("unknown command 'bnech': did you mean bench?"),
            line -> assertThat(line).contains("'--duratoin': did you mean --duration?"),
            line -> assertThat(line).contains("'--duratoin': did you mean --duration?"),
            line -> assertThat(line).contains("did you mean prune?"),
            line -> assertThat(line).contains("did you mean compare?"),
            line -> assertThat(line).contains("did you mean study?"),
            line -> assertThat(line).contains("--zzzzzz").doesNotContain("did you mean"));
  }

  @Test
  void shouldHelpWithACommand() {
    for (String command : COMMANDS) {
      out.reset();
      assertThat(run((command + " --help").split(" ", -1))).as(command).isZero();
      String help = out();
      out.reset();
      assertThat(run(("help " + command).split(" ", -1))).as(command).isZero();
      assertThat(out()).as(command).isEqualTo(help);
      assertThat(help.lines())
          .as(command)
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
      assertThat(help.lines().filter(line -> line.startsWith("  foliot ")))
          .as(command)
          .allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    }
    out.reset();
    assertThat(run("help")).isZero();
    assertThat(out()).contains("Usage: foliot", "completion", "help");
  }

  @Test
  void shouldNotLetAnArgumentCommandTheTerminal() {
    assertThat(run("bench", "a.B", "--rate", "\u001b[2J\u202e")).isEqualTo(2);
    assertThat(err()).doesNotContain("\u001b", "\u202e");
  }

  @Test
  void shouldSayThatAStoreIsEmpty() {
    Path store = folder.resolve("none");

    assertThat(run("runs", "--store", store.toString())).isZero();
    assertThat(out()).isEmpty();
    assertThat(err()).contains("no runs in").contains("foliot bench makes one");
    assertThat(store).doesNotExist();
  }

  @Test
  void shouldListABrokenRunWithItsReason() throws IOException {
    Path run = Files.createDirectories(folder.resolve("20261121-000000-aaaa"));
    Files.writeString(run.resolve("run.json"), "{\u001b[2J");

    assertThat(run("runs", "--store", folder.toString())).isZero();
    assertThat(out()).contains("@1", "20261121-000000-aaaa", "cannot be read");
    assertThat(out()).doesNotContain("\u001b");
    out.reset();
    assertThat(run("runs", "--store", folder.toString(), "--json")).isZero();
    assertThat(out()).contains("\"foliot.runs/1\"", "\"problem\"");
  }

  @Test
  void shouldSayThatAStoreCannotBeRead() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    assertThat(run("runs", "--store", file.toString())).isEqualTo(2);
    assertThat(err().lines()).singleElement().asString().contains("cannot be read");
  }

  private int run(String... args) {
    Console console = new Console(stream(out), stream(err), false);
    return Commands.execute(args, console);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
