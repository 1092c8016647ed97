package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The built {@code ./foliot}, started as a user would. */
final class FoliotProcess {
  private static final Path ROOT = root();
  private static final long LONGEST_S = 120;
  private static final long LOOK_MS = 5;

  private final Process process;
  private final Path out;
  private final Path err;

  private FoliotProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** How one ended. */
  record Ended(int exit, String out, String err) {
    /** The lines on standard error. */
    List<String> errors() {
      return err.lines().toList();
    }
  }

  /** The class path of the sick tasks. */
  static String tasks() {
    return ROOT.resolve("checks/end-to-end/target/test-classes").toString();
  }

  /** Starts it in a folder. */
  static FoliotProcess start(Path folder, String... arguments) throws IOException {
    // a build in the background of a shell ignores interrupts, and so would what it starts
    List<String> command =
        new ArrayList<>(List.of("env", "--default-signal=INT", ROOT.resolve("foliot").toString()));
    command.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new FoliotProcess(process, out, err);
  }

  /** Runs it to its end. */
  static Ended run(Path folder, String... arguments) throws IOException, InterruptedException {
    return start(folder, arguments).end();
  }

  /** Waits for its end. */
  Ended end() throws IOException, InterruptedException {
    if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("no end within " + LONGEST_S + " s; " + Files.readString(err));
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Its fork, once there is one. */
  ProcessHandle fork() throws InterruptedException {
    await(() -> aFork().isPresent());
    return aFork().orElseThrow();
  }

  private Optional<ProcessHandle> aFork() {
    return process
        .descendants()
        .filter(
            child -> child.info().commandLine().orElse("").contains("dev.foliot.bench.ForkMain"))
        .findFirst();
  }

  /** Whether something becomes so while the process lives. */
  void await(BooleanSupplier condition) throws InterruptedException {
    for (long left = TimeUnit.SECONDS.toMillis(LONGEST_S); left > 0; left -= LOOK_MS) {
      if (condition.getAsBoolean()) {
        return;
      }
      if (process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS) && !condition.getAsBoolean()) {
        throw new AssertionError("the process ended first, with " + process.exitValue());
      }
    }
    throw new AssertionError("it did not become so within " + LONGEST_S + " s");
  }

  /** Lets time pass, less if the process ends. */
  void pause(long ns) throws InterruptedException {
    process.waitFor(ns, TimeUnit.NANOSECONDS);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isExecutable(folder.resolve("foliot"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("no ./foliot above the working directory");
      }
    }
    return folder;
  }
}
