package dev.foliot.audit;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.linux.process.PipeOutput;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A foreign load tool as a process without input.
 *
 * <p>It ends with this process, together with all its children. {@link #run} is called once; {@link
 * #kill} by any thread, at any time.
 */
final class LoadTool {
  /** The limit of its kept output; the end is kept, because reports come last. */
  static final int MOST_BYTES = 1 << 20;

  private final Programs programs;
  private volatile @Nullable ChildProcess running;
  private volatile boolean killed;

  /**
   * The end of the tool.
   *
   * @param exitCode of the process
   * @param out the end of its standard output
   * @param err the end of its standard error
   * @param cut whether one of these was longer
   */
  record Ended(int exitCode, String out, String err, boolean cut) {
    /** Its last line of output. */
    String lastWords() {
      return LogEnd.of(err.isBlank() ? out : err);
    }
  }

  /** A tool that is searched in the folders of a PATH. */
  LoadTool(@Nullable String path) {
    programs = new Programs(path == null ? "" : path);
  }

  /**
   * Runs a command to its end.
   *
   * @throws FoliotException if the command is missing or does not start
   */
  Ended run(List<String> command) throws InterruptedException {
    Launcher launcher =
        switch (Launcher.ofGroups(programs)) {
          case Reading.Value<Launcher>(Launcher found) -> found;
          case Reading.Unavailable<Launcher> none ->
              throw FoliotException.environment(none.reason() + ": " + none.remedy());
        };
    List<String> words = new ArrayList<>(command);
    words.set(0, program(command.getFirst()));
    try (ChildProcess process = launcher.start(Launcher.withoutInput(words))) {
      running = process;
      if (killed) {
        process.kill();
      }
      return follow(process);
    } catch (IOException e) {
      throw FoliotException.environment(
          "the tool cannot be started: " + Shown.text(e.getMessage()) + "; try it by itself");
    }
  }

  private String program(String name) {
    return programs
        .find(name)
        .map(Path::toString)
        .orElseThrow(() ->
            FoliotException.environment(
                "'"
                    + Shown.text(name)
                    + (name.contains("/")
                        ? "' is no program that can be started: see whether it is there and"
                            + " executable"
                        : "' is not on the PATH: install it, or write where it is")));
  }

  private static Ended follow(ChildProcess process) throws InterruptedException {
    PipeOutput out = PipeOutput.last(process.output(), MOST_BYTES);
    PipeOutput err = PipeOutput.last(process.errors(), MOST_BYTES);
    boolean _ = process.hasEndedWithin(Long.MAX_VALUE);
    // its remaining children would keep its streams open
    process.kill();
    return new Ended(
        process.exitCode(), out.await().text(), err.await().text(), out.isCut() || err.isCut());
  }

  /** Ends the tool; {@link #run} then returns soon. */
  void kill() {
    killed = true;
    ChildProcess process = running;
    if (process != null) {
      process.kill();
    }
  }
}
