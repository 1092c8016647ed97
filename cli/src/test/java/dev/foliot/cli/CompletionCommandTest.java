package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.foliot.cli.screen.Console;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scripts that shells complete by. */
@Timeout(60)
class CompletionCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path folder;

  @Test
  void shouldCompleteCommandsAndOptionsInBash() throws Exception {
    assumeInstalled("bash");
    Path script = script("bash");

    assertThat(shell("bash", "-n", script.toString())).isEmpty();
    assertThat(completed(script, "foliot", "ben")).containsExactly("bench");
    assertThat(completed(script, "foliot", "bench", "--dur")).containsExactly("--duration");
    assertThat(completed(script, "foliot", "runs", "pru")).contains("prune");
    assertThat(completed(script, "foliot", "compl")).containsExactly("completion");
  }

  @Test
  void shouldGiveZshWhatBashHas() throws Exception {
    String script = Files.readString(script("zsh"));

    assertThat(script)
        .startsWith("autoload -U +X compinit && compinit\n")
        .contains("bashcompinit", "complete -F", "--duration");
    if (isInstalled("zsh")) {
      assertThat(shell("zsh", "-n", script("zsh").toString())).isEmpty();
    }
  }

  @Test
  void shouldDescribeCommandsAndOptionsToFish() throws Exception {
    Path script = script("fish");

    assertThat(Files.readString(script))
        .contains("-f -a 'bench' -d 'Measures the latency of a task")
        .contains(
            "complete -c foliot -n '__fish_seen_subcommand_from bench' -l duration -r -d",
            "complete -c foliot -n '__fish_seen_subcommand_from runs; and"
                + " __fish_seen_subcommand_from prune' -l keep -r -d")
        .doesNotContain("--shortest", "-l shortest");
    if (isInstalled("fish")) {
      assertThat(shell("fish", "-n", script.toString())).isEmpty();
    }
  }

  @Test
  void shouldRefuseAnotherShell() {
    assertThat(run("completion", "tcsh\u001b")).isEqualTo(2);

    assertThat(text(err)).contains("choose bash, zsh or fish").doesNotContain("\u001b");
  }

  private Path script(String shell) throws IOException {
    out.reset();
    assertThat(run("completion", shell)).as(text(err)).isZero();
    return Files.writeString(folder.resolve("completion." + shell), text(out));
  }

  /** What bash offers for the last of some words. */
  private static List<String> completed(Path script, String... words) throws Exception {
    String program =
        "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; COMP_POINT=${#COMP_LINE};"
                .formatted(
                    script, String.join(" ", words), words.length - 1, String.join(" ", words))
            // bash knows no compopt outside of a completion
            + " _complete_foliot 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";
    return shell("bash", "--norc", "-c", program)
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static String shell(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed;
  }

  private static void assumeInstalled(String program) {
    assumeThat(isInstalled(program)).as("%s is installed", program).isTrue();
  }

  private static boolean isInstalled(String program) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private int run(String... args) {
    return Commands.execute(args, new Console(stream(out), stream(err), false));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
