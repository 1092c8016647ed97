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

/**
 * The built {@code ./foliot}, started like a user does. {@code -Dfoliot.launcher=FILE} starts that
 * of an archive instead.
 */
public final class FoliotProcess {
  private static final Path ROOT = root();
  private static final String LAUNCHER =
      System.getProperty("foliot.launcher", ROOT.resolve("foliot").toString());
  private static final String MARK = "FOLIOT_TEST_FOLDER";

  /** Less than JUnit's time limit, which reports nothing about the process. */
  private static final long LONGEST_S = 300;

  private static final long LOOK_MS = 20;

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

  /** What a command reports before it measures on a busy machine. */
  private static final String BUSY = "foliot: other processes use ";

  /** The end of a process. */
  public record Ended(int exit, String out, String err) {
    /** The lines on standard error, without the one about a busy machine. */
    public List<String> errors() {
      return err.lines().filter(line -> !line.startsWith(BUSY)).toList();
    }
  }

  /** A file or folder of the tree. */
  public static Path inTree(String path) {
    return ROOT.resolve(path);
  }

  /** The class path of the faulty tasks. */
  static String tasks() {
    return ROOT.resolve("checks/end-to-end/target/test-classes").toString();
  }

  /** Calls a command in this JVM, if no process is needed. */
  public static Ended call(Path folder, String command, String... words) {
    FoliotCall called = FoliotCall.run(folder, command, words);
    return new Ended(called.exit(), called.out(), called.err());
  }

  /** Starts it in a folder. */
  static FoliotProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, List.of(), arguments);
  }

  /** Starts it in a folder, through another command. */
  public static FoliotProcess start(Path folder, List<String> by, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    // a shell's background build ignores interrupts, and passes that on to its children
    command.addAll(List.of("env", "--default-signal=INT", LAUNCHER));
    command.addAll(List.of(arguments));
    return started(folder, command);
  }

  /** Runs lines of a shell in a folder; stops at the first failure. */
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

  /** All live processes that were started in a folder, whatever their current parent. */
  public static List<ProcessHandle> left(Path folder) {
    return ProcessHandle.allProcesses().filter(process -> isMarked(process, folder)).toList();
  }

  private static boolean isMarked(ProcessHandle process, Path folder) {
    try {
      Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
      String variables = "\0" + Files.readString(environment, StandardCharsets.ISO_8859_1);
      return variables.contains("\0" + MARK + "=" + folder + "\0");
    } catch (IOException e) {
      // it has just ended, or belongs to another user
      return false;
    }
  }

  /** Runs it to its end. */
  public static Ended run(Path folder, String... arguments)
      throws IOException, InterruptedException {
    return start(folder, arguments).end();
  }

  /** Waits for its end. */
  public Ended end() throws IOException, InterruptedException {
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

  /** Waits for its fork. */
  ProcessHandle fork() throws InterruptedException {
    return found(this::aFork);
  }

  private Optional<ProcessHandle> aFork() {
    return process
        .descendants()
        .filter(child -> commandLine(child).contains("dev.foliot.bench.ForkMain"))
        .findFirst();
  }

  /** Waits for a condition while the process lives. */
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
   * Waits for a result of a search. A second search may find a process ended, or without its
   * command line during an exec.
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

  /**
   * The complete command line. A handle has only the first 4,096 bytes, and a class path may be
   * longer.
   */
  static String commandLine(ProcessHandle process) {
    try {
      Path command = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(command, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      // it has just ended
      return "";
    }
  }

  /** Waits for a JVM among its children whose command contains a text. */
  ProcessHandle child(String words) throws InterruptedException {
    return found(() -> aChild(words));
  }

  /** The starting program briefly has the same command line, and the JVM then has its number. */
  private Optional<ProcessHandle> aChild(String words) {
    return process
        .descendants()
        .filter(child -> {
          String command = commandLine(child);
          return command.contains("java") && command.contains(words);
        })
        .findFirst();
  }

  /** Waits for a time, or an earlier end of the process. */
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
