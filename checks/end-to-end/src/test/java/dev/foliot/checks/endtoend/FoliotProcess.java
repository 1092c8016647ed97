package dev.foliot.checks.endtoend;

import dev.foliot.cli.FoliotCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The built {@code ./foliot}, started as a user would. */
final class FoliotProcess {
  private static final Path ROOT = root();
  private static final String MARK = "FOLIOT_TEST_FOLDER";

  /** Less than JUnit's patience, whose end tells nothing of the process. */
  private static final long LONGEST_S = 100;

  private static final long LOOK_MS = 5;

  private final Process process;
  private final Path folder;
  private final Path out;
  private final Path err;

  private FoliotProcess(Process process, Path folder, Path out, Path err) {
    this.process = process;
    this.folder = folder;
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

  /** A file or folder of the tree. */
  static Path inTree(String path) {
    return ROOT.resolve(path);
  }

  /** The class path of the sick tasks. */
  static String tasks() {
    return ROOT.resolve("checks/end-to-end/target/test-classes").toString();
  }

  /** Calls a command in this JVM, where nothing depends on the process. */
  static Ended call(Path folder, String command, String... words) {
    FoliotCall called = FoliotCall.run(folder, command, words);
    return new Ended(called.exit(), called.out(), called.err());
  }

  /** Starts it in a folder. */
  static FoliotProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, List.of(), arguments);
  }

  /** Starts it in a folder, by other words that start a command. */
  static FoliotProcess start(Path folder, List<String> by, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(by);
    // a build in the background of a shell ignores interrupts, and so would what it starts
    command.addAll(List.of("env", "--default-signal=INT", ROOT.resolve("foliot").toString()));
    command.addAll(List.of(arguments));
    return started(folder, command);
  }

  /** Runs lines of a shell in a folder to their end; the first that fails is the last. */
  static Ended shell(Path folder, String lines) throws IOException, InterruptedException {
    return started(folder, List.of("bash", "-e", "-c", lines)).end();
  }

  private static FoliotProcess started(Path folder, List<String> command) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put(MARK, folder.toString());
    return new FoliotProcess(builder.start(), folder, out, err);
  }

  /** All that lives of what was started in a folder, whoever its parent is by now. */
  static List<ProcessHandle> left(Path folder) {
    return ProcessHandle.allProcesses().filter(process -> isMarked(process, folder)).toList();
  }

  private static boolean isMarked(ProcessHandle process, Path folder) {
    try {
      Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
      String variables = "\0" + Files.readString(environment, StandardCharsets.ISO_8859_1);
      return variables.contains("\0" + MARK + "=" + folder + "\0");
    } catch (IOException e) {
      // it has just ended, or is somebody else's
      return false;
    }
  }

  /** Runs it to its end. */
  static Ended run(Path folder, String... arguments) throws IOException, InterruptedException {
    return start(folder, arguments).end();
  }

  /** Waits for its end. */
  Ended end() throws IOException, InterruptedException {
    if (!process.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
      String left = left(folder).stream().map(FoliotProcess::command).toList().toString();
      kill();
      throw new AssertionError(
          "no end within " + LONGEST_S + " s; it says " + Files.readString(err) + ", left " + left);
    }
    return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** Its fork, once there is one. */
  ProcessHandle fork() throws InterruptedException {
    return found(this::aFork);
  }

  private Optional<ProcessHandle> aFork() {
    return process
        .descendants()
        .filter(child -> commandLine(child).contains("dev.foliot.bench.ForkMain"))
        .findFirst();
  }

  /** Whether something becomes so while the process lives. */
  void await(BooleanSupplier condition) throws InterruptedException {
    long startNs = System.nanoTime();
    while (System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(LONGEST_S)) {
      if (condition.getAsBoolean()) {
        return;
      }
      if (process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS) && !condition.getAsBoolean()) {
        throw new AssertionError("the process ended first, with " + process.exitValue());
      }
    }
    kill();
    throw new AssertionError("it did not become so within " + LONGEST_S + " s");
  }

  /**
   * What a look found: a second one may find it gone, or without its words while it is replaced.
   */
  ProcessHandle found(Supplier<Optional<ProcessHandle>> look) throws InterruptedException {
    AtomicReference<ProcessHandle> found = new AtomicReference<>();
    await(() -> {
      look.get().ifPresent(found::set);
      return found.get() != null;
    });
    return found.get();
  }

  private void kill() {
    process.destroyForcibly();
    left(folder).forEach(ProcessHandle::destroyForcibly);
  }

  private static String command(ProcessHandle process) {
    return process.pid() + " " + commandLine(process);
  }

  /** All of it, where a handle shows the first 4,096 bytes: a class path may be longer. */
  static String commandLine(ProcessHandle process) {
    try {
      Path command = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(command, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      // it has just ended
      return "";
    }
  }

  /** A JVM among what it started whose command has these words, once there is one. */
  ProcessHandle child(String words) throws InterruptedException {
    return found(() -> aChild(words));
  }

  /** What starts a JVM has the same words for a moment, and the JVM its number. */
  private Optional<ProcessHandle> aChild(String words) {
    return process
        .descendants()
        .filter(child -> {
          String command = commandLine(child);
          return command.contains("java") && command.contains(words);
        })
        .findFirst();
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
