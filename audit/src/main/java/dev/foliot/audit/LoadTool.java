package dev.foliot.audit;

import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A foreign load tool as a process: its own session and group, without input, and ended by the
 * kernel when the thread that started it ends, however that comes.
 *
 * <p>{@link #run} is called once, by a thread that lives as long as the tool should; {@link #kill}
 * by any, at any time.
 */
final class LoadTool {
  private static final List<String> WRAPPERS = List.of("setsid", "setpriv");
  private static final long DRAIN_MS = 5_000;
  private static final int LONGEST_LINE = 160;
  private static final int END_LINES = 3;

  private final Programs programs;
  private volatile @Nullable Process running;
  private volatile boolean killed;

  /**
   * How it ended.
   *
   * @param exitCode of the process
   * @param out the end of its standard output
   * @param err the end of its standard error
   * @param cut whether one of these was longer
   */
  record Ended(int exitCode, String out, String err, boolean cut) {
    /** Its last words in one line. */
    String lastWords() {
      String all = err.isBlank() ? out : err;
      List<String> lines = all.lines().filter(line -> !line.isBlank()).toList();
      if (lines.isEmpty()) {
        return "it printed nothing";
      }
      return "the end of its output: "
          + String.join(
              " | ",
              lines.subList(Math.max(0, lines.size() - END_LINES), lines.size()).stream()
                  .map(line -> Shown.text(line.strip(), LONGEST_LINE))
                  .toList());
    }
  }

  /** One that looks for programs in the folders of a PATH. */
  LoadTool(@Nullable String path) {
    programs = new Programs(path == null ? "" : path);
  }

  /**
   * Runs a command to its end.
   *
   * @throws LabException if there is no such command, or it cannot be started
   */
  Ended run(List<String> command) throws InterruptedException {
    List<String> words = new ArrayList<>();
    for (String wrapper : WRAPPERS) {
      words.add(
          Objects.requireNonNullElseGet(
              find(wrapper),
              () -> {
                throw LabException.environment(
                    "an audit needs "
                        + wrapper
                        + ", so that the tool ends with foliot: install util-linux, on Linux");
              }));
    }
    words.addAll(List.of("--pdeathsig", "KILL", "--"));
    words.add(program(command.getFirst()));
    words.addAll(command.subList(1, command.size()));
    Process process = start(words);
    running = process;
    try {
      if (killed) {
        end(process);
      }
      return follow(process);
    } finally {
      // once it has been waited for, its number may be another's
      if (process.isAlive()) {
        end(process);
      }
    }
  }

  private String program(String name) {
    String found = find(name);
    if (found != null) {
      return found;
    }
    throw LabException.environment(
        "'"
            + Shown.text(name)
            + (name.contains("/")
                ? "' is no program that can be started: see whether it is there and executable"
                : "' is not on the PATH: install it, or write where it is"));
  }

  private @Nullable String find(String name) {
    return programs.find(name).map(Path::toString).orElse(null);
  }

  private static Process start(List<String> words) {
    try {
      return new ProcessBuilder(words)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .start();
    } catch (IOException e) {
      throw LabException.environment(
          "the tool cannot be started: " + Shown.text(e.getMessage()) + "; try it by itself");
    }
  }

  private static Ended follow(Process process) throws InterruptedException {
    ToolOutput out = new ToolOutput(process.getInputStream());
    ToolOutput err = new ToolOutput(process.getErrorStream());
    Thread outThread = Thread.ofPlatform().daemon().name("foliot-audit-stdout").start(out);
    Thread errThread = Thread.ofPlatform().daemon().name("foliot-audit-stderr").start(err);
    int exitCode = process.waitFor();
    // what it left running would keep its streams open, which are not to be closed before their end
    ProcessGroup.kill(process.pid());
    outThread.join(DRAIN_MS);
    errThread.join(DRAIN_MS);
    return new Ended(exitCode, out.text(), err.text(), out.isCut() || err.isCut());
  }

  /** Ends the tool; {@link #run} then returns soon. */
  void kill() {
    killed = true;
    Process process = running;
    if (process != null && process.isAlive()) {
      end(process);
    }
  }

  /** Ends a process, its group, and what it started in groups of their own. */
  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    Reading<Boolean> _ = ProcessGroup.kill(process.pid());
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
