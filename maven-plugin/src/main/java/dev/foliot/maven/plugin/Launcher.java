package dev.foliot.maven.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

/** The command {@code foliot} of an installed archive or package. */
final class Launcher {
  /** More than Foliot takes to end its forks. */
  private static final long PATIENCE_S = 30;

  private final Path command;

  private Launcher(Path command) {
    this.command = command;
  }

  /**
   * Finds it: in the folder that the build names, in that of {@code FOLIOT_HOME}, or on {@code
   * PATH}.
   *
   * @param home the folder that the build names, or null
   * @throws MojoExecutionException if there is none, with the remedy
   */
  static Launcher find(@Nullable Path home, Map<String, String> environment)
      throws MojoExecutionException {
    if (home != null) {
      return in(home, "foliot.home");
    }
    String variable = environment.getOrDefault("FOLIOT_HOME", "");
    if (!variable.isEmpty()) {
      return in(Path.of(variable), "FOLIOT_HOME");
    }
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      Path command = Path.of(folder, "foliot");
      if (!folder.isEmpty() && Files.isExecutable(command) && Files.isRegularFile(command)) {
        return new Launcher(command);
      }
    }
    throw new MojoExecutionException(
        "no foliot found: unpack an archive of Foliot and name its folder, with"
            + " -Dfoliot.home=FOLDER or in the variable FOLIOT_HOME, or put foliot on PATH");
  }

  private static Launcher in(Path home, String named) throws MojoExecutionException {
    Path command = home.resolve("foliot");
    if (!Files.isExecutable(command)) {
      throw new MojoExecutionException(
          named
              + " is "
              + home
              + ", which has no command foliot: name the folder of an unpacked archive");
    }
    return new Launcher(command);
  }

  /**
   * How a command ended.
   *
   * @param exit its exit code
   * @param said what it wrote to standard output
   */
  record Ended(int exit, String said) {}

  /**
   * Runs a command to its end. Its output also goes to the log, its errors to the build's own
   * standard error. It does not outlive the build.
   *
   * @param log takes each line of output
   */
  Ended run(Path folder, List<String> words, Consumer<String> log) throws MojoExecutionException {
    List<String> line = new ArrayList<>();
    line.add(command.toString());
    line.addAll(words);
    Process process = start(folder, line);
    Thread end = new Thread(() -> stop(process), "foliot-end");
    Runtime.getRuntime().addShutdownHook(end);
    // Written by the reader until it has ended.
    StringBuilder said = new StringBuilder();
    Thread reader = new Thread(() -> read(process, said, log), "foliot-output");
    reader.start();
    try {
      int exit = process.waitFor();
      reader.join();
      return new Ended(exit, said.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted: " + command + " was ended", e);
    } finally {
      stop(process);
      forget(end);
    }
  }

  /** A thread of its own, since nothing interrupts a read. */
  private static void read(Process process, StringBuilder said, Consumer<String> log) {
    process
        .inputReader()
        .lines()
        .forEach(line -> {
          log.accept(line);
          said.append(line).append('\n');
        });
  }

  private Process start(Path folder, List<String> line) throws MojoExecutionException {
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      process.getOutputStream().close();
      return process;
    } catch (IOException e) {
      throw new MojoExecutionException(command + " does not start: " + e.getMessage(), e);
    }
  }

  /** Foliot ends its own children when it is asked to end. Returns when it has ended. */
  private static void stop(Process process) {
    process.destroy();
    boolean isInterrupted = Thread.interrupted();
    try {
      if (!process.waitFor(PATIENCE_S, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread end) {
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      // The build is ending, and the hook runs.
    }
  }
}
