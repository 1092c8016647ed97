package dev.foliot.benchrun;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ThreadStatus;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.linux.process.Programs;
import dev.foliot.service.ClassPath;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fork that runs a program with JLBH's own jar, from start to end. What JLBH prints is its
 * result.
 *
 * <p>{@link #run} is called once; {@link #kill} by any thread, at any time.
 */
final class BesideFork {
  private static final Path ROOT = Path.of("/");
  private static final String MAIN = "dev.foliot.jlbh.JlbhBesideMain";
  private static final String JLBH = "net/openhft/chronicle/jlbh/JLBH.class";
  private static final long LOOK_NS = 500_000_000;
  private static final long LONGEST_NS = 3_600_000_000_000L;

  /** What Chronicle's libraries ask for on JDK 17 and later. */
  private static final List<String> OPENED =
      List.of("java.lang", "java.lang.reflect", "java.nio", "java.util", "java.io");

  private static final List<String> EXPORTED = List.of("jdk.internal.ref", "sun.nio.ch");

  private final BenchPlan.ForkJvm how;
  private final JlbhPlan.Program program;
  private final Path jar;
  private final Path log;
  private final AtomicReference<@Nullable ChildProcess> running = new AtomicReference<>();
  private volatile boolean killed;
  private @Nullable String pinnedTo;

  /**
   * @param jar JLBH's
   * @param log takes what the fork prints
   */
  BesideFork(BenchPlan.ForkJvm how, JlbhPlan.Program program, Path jar, Path log) {
    this.how = how;
    this.program = program;
    this.jar = jar;
    this.log = log;
  }

  /**
   * What became of it.
   *
   * @param reports each measurement of the program
   * @param pinnedTo the CPU to which one of its threads was pinned; null for none
   * @param failure why it has no result; null where it has one
   */
  record Result(List<JlbhReport> reports, @Nullable String pinnedTo, @Nullable String failure) {
    Result {
      reports = List.copyOf(reports);
    }
  }

  /**
   * Checks that a jar is JLBH's own.
   *
   * @throws FoliotException if it is not
   */
  static void mustBeJlbh(Path jar) {
    String named = "--beside " + Shown.text(jar.toString());
    if (!Files.isRegularFile(jar)) {
      throw FoliotException.usage(named + ": no such file, name the jar of JLBH");
    }
    try {
      ClassPath content = new ClassPath(List.of(jar));
      if (content.bytes(JLBH).isEmpty()) {
        throw FoliotException.usage(
            named + " has no net.openhft.chronicle.jlbh.JLBH: name the jar of JLBH");
      }
      if (content.bytes(MAIN.replace('.', '/') + ".class").isPresent()) {
        throw FoliotException.usage(named + " is Foliot's own: name the jar of JLBH");
      }
    } catch (IOException e) {
      throw FoliotException.usage(named + " cannot be read: " + Shown.text(e.getMessage()));
    }
  }

  /** Starts it and waits for its end. */
  Result run() throws InterruptedException {
    try (ChildProcess process = start()) {
      running.set(process);
      if (killed) {
        process.kill();
      }
      long leftNs = LONGEST_NS;
      while (leftNs > 0 && !process.hasEndedWithin(LOOK_NS)) {
        leftNs -= LOOK_NS;
        look(process.pid());
      }
      boolean overdue = process.isAlive();
      if (overdue) {
        process.kill();
      }
      String text = Files.readString(log, StandardCharsets.UTF_8);
      List<JlbhReport> reports = JlbhReport.parse(text);
      return new Result(reports, pinnedTo, reports.isEmpty() ? failure(process, overdue) : null);
    } catch (IOException e) {
      return new Result(List.of(), null, "what JLBH printed cannot be read: " + e.getMessage());
    }
  }

  private String failure(ChildProcess process, boolean overdue) throws InterruptedException {
    if (overdue || !process.hasEndedWithin(LOOK_NS)) {
      return "JLBH gave no result within an hour";
    }
    String lacks = "";
    try {
      lacks =
          Files.readString(log, StandardCharsets.UTF_8).contains("NoClassDefFoundError")
              ? ": give JLBH's dependencies with --classpath"
              : process.exitCode() == 0
                  ? ": let the program print JLBH's report to the standard output"
                  : "";
    } catch (IOException e) {
      // the log says no more
    }
    return "the fork with JLBH printed no report and exited with code "
        + process.exitCode()
        + lacks
        + LogEnd.of(log);
  }

  /** Looks whether one of its threads is pinned. */
  private void look(long pid) {
    int most = 0;
    CpuList least = null;
    try (Stream<Path> tasks = Files.list(ROOT.resolve("proc/" + pid + "/task"))) {
      for (Path task : tasks.toList()) {
        long thread = Long.parseLong(String.valueOf(task.getFileName()));
        if (ThreadStatus.of(ROOT, pid, thread).map(ThreadStatus::cpusAllowed)
            instanceof Reading.Value<CpuList>(CpuList cpus)) {
          most = Math.max(most, cpus.size());
          least = least == null || cpus.size() < least.size() ? cpus : least;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // it has ended
      return;
    }
    if (least != null && least.size() < most) {
      pinnedTo = least.toString();
    }
  }

  private ChildProcess start() {
    ProcessBuilder builder =
        new ProcessBuilder(arguments())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
    try {
      CpuList cpus = how.cpus();
      ChildProcess process =
          Launcher.groupsIfPossible(Programs.ofThisProcess())
              .start(
                  builder, fork -> cpus == null ? fork.start() : ForkProcess.on(cpus, fork::start));
      process.input().close();
      return process;
    } catch (IOException e) {
      throw FoliotException.environment(
          "no fork can be started with "
              + how.jdk().java()
              + ": "
              + Shown.text(e.getMessage(), 300));
    }
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(ForkCommand.jvm(how.jdk(), how.args(), log.resolveSibling("")));
    OPENED.forEach(name -> arguments.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    EXPORTED.forEach(name -> arguments.add("--add-exports=java.base/" + name + "=ALL-UNNAMED"));
    arguments.add("-cp");
    // JLBH's names before those of Foliot, which only starts the program
    arguments.add(
        new ClassPath(List.of(jar)).and(program.classPath()).and(JlbhCommand.own()).toString());
    arguments.add(MAIN);
    arguments.add(program.name());
    arguments.addAll(program.args());
    return arguments;
  }

  /** Ends the fork; {@link #run} then returns soon. */
  void kill() {
    killed = true;
    ChildProcess process = running.get();
    if (process != null) {
      process.kill();
    }
  }
}
