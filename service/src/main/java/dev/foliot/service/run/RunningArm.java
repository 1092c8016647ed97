package dev.foliot.service.run;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.linux.process.Programs;
import dev.foliot.service.run.ArmException.Fault;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A running arm: a server with a health URL, or a program that ends without a request.
 *
 * <p>It has no input, writes its output to a file that is never parsed, and ends with this process,
 * together with all its children ({@link Launcher}). {@link #launch}, {@link #awaitReady}, {@link
 * #awaitFile}, {@link #await} and {@link #stop} wait and are for one thread; the rest is safe for
 * any.
 */
public final class RunningArm implements AutoCloseable {
  /** The interval between readiness checks; its end is noticed at once. */
  private static final long LOOK_NS = 20_000_000;

  private static final int CONNECT_MS = 1_000;

  private final ArmCommand command;
  private final Path log;
  private final ChildProcess process;
  private final ArmLimits limits;
  private final long stopWithinNs;
  private final NanoClock clock;
  private final long startNs;

  private RunningArm(
      ArmCommand command,
      Path log,
      ChildProcess process,
      ArmLimits limits,
      long stopWithinNs,
      NanoClock clock,
      long startNs) {
    this.command = command;
    this.log = log;
    this.process = process;
    this.limits = limits;
    this.stopWithinNs = stopWithinNs;
    this.clock = clock;
    this.startNs = startNs;
  }

  /**
   * Starts an arm and waits until it is ready; leaves nothing behind on failure.
   *
   * @param log takes its output, appended
   * @param readyWithinNs the time limit, in nanoseconds
   * @param stopWithinNs the time to end on request, before it is killed
   * @param clock measures elapsed time
   * @throws ArmException if it does not get ready
   * @throws FoliotException if this system cannot run arms
   */
  public static RunningArm start(
      ArmCommand command, Path log, long readyWithinNs, long stopWithinNs, NanoClock clock)
      throws InterruptedException {
    RunningArm arm = launch(command, log, stopWithinNs, clock);
    arm.awaitReady(readyWithinNs);
    return arm;
  }

  /**
   * Starts an arm without waiting.
   *
   * @param log takes its output, appended
   * @param stopWithinNs the time to end on request, before it is killed; 0 to kill it
   * @param clock measures elapsed time
   * @throws ArmException if its program does not start or its port is in use
   * @throws FoliotException if this system cannot run arms
   */
  public static RunningArm launch(
      ArmCommand command, Path log, long stopWithinNs, NanoClock clock) {
    Programs programs = Programs.ofThisProcess();
    checkProgram(command, programs);
    checkPort(command);
    Launcher launcher =
        switch (Launcher.ofGroups(programs)) {
          case Reading.Value<Launcher>(Launcher found) -> found;
          case Reading.Unavailable<Launcher> none ->
              throw FoliotException.environment(
                  said(command) + none.reason() + ": " + none.remedy());
        };
    long startNs = clock.nanoTime();
    String group = "foliot-" + ProcessHandle.current().pid() + "-" + Long.toHexString(startNs);
    ArmLimits limits = new ArmLimits(command, group);
    boolean started = false;
    try {
      ChildProcess process =
          launcher.start(builder(command, log), program -> start(command, program, limits));
      started = true;
      return new RunningArm(command, log, process, limits, stopWithinNs, clock, startNs);
    } catch (IOException e) {
      throw new ArmException(
          Fault.NOT_STARTED,
          said(command),
          "it cannot be started: "
              + Shown.text(e.getMessage(), 300)
              + "; try its command by itself");
    } finally {
      if (!started) {
        limits.close();
      }
    }
  }

  private static void checkProgram(ArmCommand command, Programs programs) {
    String program = command.words().getFirst();
    Path folder = command.folder();
    boolean below = folder != null && program.contains("/") && !program.startsWith("/");
    if (programs.find(below ? folder + "/" + program : program).isEmpty()) {
      throw new ArmException(
          Fault.NOT_STARTED,
          said(command),
          "'"
              + Shown.text(program)
              + "' is no program that can be started: see"
              + " whether it is there, executable and on the PATH");
    }
  }

  private static void checkPort(ArmCommand command) {
    URI health = command.health();
    if (health == null) {
      return;
    }
    try {
      String refusal = HealthCheck.refusal(health);
      if (!refusal.isEmpty()) {
        throw new ArmException(
            Fault.PORT_REFUSED, said(command), "port " + health.getPort() + " " + refusal);
      }
    } catch (UnknownHostException e) {
      throw FoliotException.usage(
          said(command) + Shown.text(e.getMessage()) + "; arms listen on 127.0.0.1");
    }
  }

  private static ProcessBuilder builder(ArmCommand command, Path log) {
    ProcessBuilder builder =
        Launcher.withoutInput(command.words())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Path folder = command.folder();
    if (folder != null) {
      builder.directory(folder.toFile());
    }
    builder.environment().putAll(command.environment());
    return builder;
  }

  private static Process start(ArmCommand command, ProcessBuilder program, ArmLimits limits)
      throws IOException {
    limits.enter();
    try {
      CpuList cpus = command.cpus();
      Process process = cpus == null ? program.start() : on(command, cpus, program);
      limits.add(process.pid());
      return process;
    } finally {
      limits.leave();
    }
  }

  private static Process on(ArmCommand command, CpuList cpus, ProcessBuilder program)
      throws IOException {
    return switch (Affinity.during(cpus, program::start)) {
      case Reading.Value<Process>(Process process) -> process;
      case Reading.Unavailable<Process> none ->
          throw FoliotException.environment(
              "arm " + Shown.text(command.name()) + " on CPUs " + cpus + ": " + none.sentence());
    };
  }

  /**
   * Waits until it is ready; leaves nothing behind on failure.
   *
   * @param withinNs the time limit since its start, in nanoseconds
   * @throws ArmException if it does not get ready
   * @throws IllegalStateException if it has no health URL
   */
  public void awaitReady(long withinNs) throws InterruptedException {
    URI url = command.health();
    if (url == null) {
      throw new IllegalStateException(command.name() + " has no health URL");
    }
    boolean ready = false;
    try (HealthCheck health = new HealthCheck(url)) {
      while (!ready) {
        checkStarting();
        String complaint = health.complaint();
        ready = complaint.isEmpty() && process.isAlive();
        if (!ready && clock.nanoTime() - startNs >= withinNs && process.isAlive()) {
          throw neverReady(
              withinNs,
              Shown.text(complaint)
                  + ": see whether "
                  + url
                  + " is its health URL, or give it more time");
        }
      }
    } finally {
      if (!ready) {
        kill();
      }
    }
  }

  /**
   * Waits until it accepts connections; leaves nothing behind on failure.
   *
   * @param address where it should listen
   * @param withinNs the time limit since its start, in nanoseconds
   * @throws ArmException if it does not
   */
  public void awaitListening(InetSocketAddress address, long withinNs) throws InterruptedException {
    boolean ready = false;
    try {
      while (!ready) {
        checkStarting();
        ready = isListening(address) && process.isAlive();
        if (!ready && clock.nanoTime() - startNs >= withinNs && process.isAlive()) {
          throw neverReady(
              withinNs,
              "nothing accepts connections at "
                  + address.getAddress().getHostAddress()
                  + " port "
                  + address.getPort()
                  + ": see whether its command names that port");
        }
      }
    } finally {
      if (!ready) {
        kill();
      }
    }
  }

  /** Whether something accepts connections at an address. */
  public static boolean isListening(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits for a file that it writes.
   *
   * @param withinNs the time limit, in nanoseconds
   * @throws ArmException after that time, or if the program ends before
   */
  public void awaitFile(Path file, long withinNs) throws InterruptedException {
    long fromNs = clock.nanoTime();
    while (!Files.exists(file)) {
      checkStarting();
      if (clock.nanoTime() - fromNs > withinNs) {
        throw neverReady(withinNs, "see whether this machine has CPU time to spare");
      }
    }
  }

  private void checkStarting() throws InterruptedException {
    if (process.hasEndedWithin(LOOK_NS)) {
      throw new ArmException(
          Fault.NOT_STARTED,
          said(command),
          "it ended before it was ready: " + exit() + LogEnd.of(log));
    }
  }

  private ArmException neverReady(long withinNs, String why) {
    return new ArmException(
        Fault.NEVER_HEALTHY,
        said(command),
        "not ready after "
            + TimeUnit.NANOSECONDS.toSeconds(withinNs)
            + " s, "
            + why
            + LogEnd.of(log));
  }

  /** The id of its first process. */
  public long pid() {
    return process.pid();
  }

  /** Its command. */
  public ArmCommand command() {
    return command;
  }

  /** Why requested limits failed; usually empty. */
  public List<Reason> missing() {
    return limits.missing();
  }

  /** Completes when its first process has ended, for any reason. */
  public CompletableFuture<Void> ended() {
    return process.ended();
  }

  /** Waits for its end up to some nanoseconds; returns whether it has ended. */
  public boolean hasEndedWithin(long ns) throws InterruptedException {
    return process.hasEndedWithin(ns);
  }

  /**
   * Waits for its end.
   *
   * @param withinNs the time limit, in nanoseconds
   * @throws ArmException after that time, or for an exit code other than 0
   */
  public void await(long withinNs) throws InterruptedException {
    if (!hasEndedWithin(withinNs)) {
      throw died(
          "it did not end within "
              + TimeUnit.NANOSECONDS.toSeconds(withinNs)
              + " s, though it should by itself");
    }
    if (process.exitCode() != 0) {
      throw died("it ended too early: " + exit());
    }
  }

  /**
   * Checks that it still runs.
   *
   * @throws ArmException if it has ended
   */
  public void check() {
    if (!process.isAlive()) {
      throw died(
          (command.health() == null ? "it ended before it was measured: " : "it died under load: ")
              + exit());
    }
  }

  /** How it ended, with the end of its output; empty while it lives. */
  public Optional<String> howItEnded() {
    return process.isAlive() ? Optional.empty() : Optional.of(exit() + LogEnd.of(log));
  }

  private ArmException died(String how) {
    return new ArmException(Fault.DIED, said(command), how + LogEnd.of(log));
  }

  private String exit() {
    int code = process.exitCode();
    return switch (code) {
      case 126, 127 -> "exit code " + code + ", which says that its program cannot be started";
      case 134 -> "it crashed (SIGABRT)";
      case 137 -> "it was killed (SIGKILL): out of memory, or by hand";
      case 139 -> "it crashed (SIGSEGV)";
      case 143 -> "it was ended (SIGTERM)";
      default -> "exit code " + code;
    };
  }

  /**
   * Asks it to end, kills it after the time limit, and kills its remaining children. May be
   * repeated.
   *
   * @return how it ended, also if it ended earlier
   */
  public ChildProcess.Stopped stop() throws InterruptedException {
    ChildProcess.Stopped end = process.stop(stopWithinNs);
    limits.close();
    return end;
  }

  /**
   * Kills it and all its children, and returns when its first process has ended. May be called
   * after {@link #stop}, and by any thread.
   */
  public void kill() {
    process.kill();
    limits.close();
  }

  /** Stops it; an interrupt during the wait kills it. */
  @Override
  public void close() {
    try {
      stop();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private static String said(ArmCommand command) {
    return "arm " + Shown.text(command.name()) + ": ";
  }
}
