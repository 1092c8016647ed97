package dev.foliot.service;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.service.ArmException.Fault;
import dev.foliot.text.LabException;
import dev.foliot.text.Shown;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An arm that runs: its own session and process group, without input, with its output in a file
 * that nobody parses, and gone when this process is gone.
 *
 * <p>What it starts belongs to it and ends with it. A process that makes a session of its own, as
 * daemons do, ends with it when it is stopped in order, as long as its parents live; it survives a
 * sudden death of this process.
 *
 * <p>{@link #start}, {@link #awaitReady} and {@link #stop} wait and are for one thread; the rest is
 * safe for any.
 */
public final class RunningArm implements AutoCloseable {
  /** Between two questions whether it is ready; its death is noticed at once. */
  private static final long LOOK_MS = 20;

  private static final long KILL_S = 10;

  private final ArmCommand command;
  private final Path log;
  private final ArmProcess process;
  private final long stopWithinNs;
  private final NanoClock clock;
  private final long startNs;
  private @Nullable ArmEnd end;

  private RunningArm(
      ArmCommand command, Path log, ArmProcess process, long stopWithinNs, NanoClock clock) {
    this.command = command;
    this.log = log;
    this.process = process;
    this.stopWithinNs = stopWithinNs;
    this.clock = clock;
    this.startNs = clock.nanoTime();
  }

  /**
   * Starts an arm and waits until it is ready; nothing of it is left when this throws.
   *
   * @param log takes what it prints, at its end
   * @param readyWithinNs how long it may take, in nanoseconds
   * @param stopWithinNs how long it may take to end when asked, before it is killed
   * @param clock tells the time that passes
   * @throws ArmException if it does not get ready
   * @throws LabException if this system cannot hold arms
   */
  public static RunningArm start(
      ArmCommand command, Path log, long readyWithinNs, long stopWithinNs, NanoClock clock)
      throws InterruptedException {
    RunningArm arm = launch(command, log, stopWithinNs, clock);
    arm.awaitReady(readyWithinNs);
    return arm;
  }

  /**
   * Starts an arm and does not wait, so that others can be started meanwhile: {@link #awaitReady}
   * does.
   *
   * @param log takes what it prints, at its end
   * @param stopWithinNs how long it may take to end when asked, before it is killed
   * @param clock tells the time that passes
   * @throws ArmException if its program or its port is not to be had
   * @throws LabException if this system cannot hold arms
   */
  public static RunningArm launch(ArmCommand command, Path log, long stopWithinNs, NanoClock clock)
      throws InterruptedException {
    Programs programs = Programs.ofThisProcess();
    check(command, programs);
    ArmProcess process = ArmProcess.start(command, log, programs);
    return new RunningArm(command, log, process, stopWithinNs, clock);
  }

  /**
   * Waits until it is ready; nothing of it is left when this throws.
   *
   * @param withinNs how long it may take since it was started, in nanoseconds
   * @throws ArmException if it does not get ready
   */
  public void awaitReady(long withinNs) throws InterruptedException {
    boolean ready = false;
    try {
      look(withinNs);
      ready = true;
    } finally {
      if (!ready) {
        kill();
      }
    }
  }

  private static void check(ArmCommand command, Programs programs) {
    String program = command.words().getFirst();
    Path folder = command.folder();
    boolean below = folder != null && program.contains("/") && !program.startsWith("/");
    if (programs.find(below ? folder + "/" + program : program).isEmpty()) {
      throw new ArmException(
          Fault.NOT_STARTED,
          said(command)
              + "'"
              + Shown.text(program)
              + "' is no program that can be started: see"
              + " whether it is there, executable and on the PATH");
    }
    try {
      String refusal = HealthCheck.refusal(command.health());
      if (!refusal.isEmpty()) {
        throw new ArmException(
            Fault.PORT_REFUSED,
            said(command) + "port " + command.health().getPort() + " " + refusal);
      }
    } catch (UnknownHostException e) {
      throw LabException.usage(
          said(command) + Shown.text(e.getMessage()) + "; arms listen on 127.0.0.1");
    }
  }

  private void look(long withinNs) throws InterruptedException {
    try (HealthCheck health = new HealthCheck(command.health())) {
      while (true) {
        if (process.hasEndedWithin(LOOK_MS)) {
          throw new ArmException(
              Fault.NOT_STARTED,
              said(command) + "it ended before it was ready: " + process.exit() + LogEnd.of(log));
        }
        String complaint = health.complaint();
        if (complaint.isEmpty() && process.isAlive()) {
          return;
        }
        if (clock.nanoTime() - startNs >= withinNs && process.isAlive()) {
          throw new ArmException(
              Fault.NEVER_HEALTHY,
              said(command)
                  + "not ready after "
                  + withinNs / 1_000_000_000
                  + " s, "
                  + Shown.text(complaint)
                  + ": see whether "
                  + command.health()
                  + " is its health URL, or give it more time"
                  + LogEnd.of(log));
        }
      }
    }
  }

  /** Its first process. */
  public long pid() {
    return process.pid();
  }

  /** What it was started with. */
  public ArmCommand command() {
    return command;
  }

  /** Limits that were asked for and do not hold, with reasons and remedies; usually none. */
  public List<String> missing() {
    return process.missing();
  }

  /** Done when its first process has ended, for whatever reason. */
  public CompletableFuture<Void> ended() {
    return process.ended();
  }

  /**
   * Passes if it still lives.
   *
   * @throws ArmException if it has died
   */
  public void check() {
    if (!process.isAlive()) {
      throw new ArmException(
          Fault.DIED, said(command) + "it died under load: " + process.exit() + LogEnd.of(log));
    }
  }

  /**
   * Asks it to end, kills it where it does not, and kills what it left. May be called again.
   *
   * @return how it ended; it may have ended by itself before
   */
  public ArmEnd stop() throws InterruptedException {
    ArmEnd before = end;
    if (before != null) {
      return before;
    }
    List<ProcessHandle> children = process.descendants();
    boolean killed = false;
    if (process.isAlive()) {
      Reading<Boolean> _ = ProcessGroup.terminate(pid());
      killed = !process.hasEndedWithin(TimeUnit.NANOSECONDS.toMillis(stopWithinNs));
    }
    boolean left = process.killGroup(children);
    process.hasEndedWithin(TimeUnit.SECONDS.toMillis(KILL_S));
    process.close();
    ArmEnd now = new ArmEnd(process.exitCode(), killed, left && !killed);
    end = now;
    return now;
  }

  /**
   * Kills it and all that it started, and returns when its first process has gone. May be called
   * after {@link #stop}, and by any thread.
   */
  public void kill() {
    process.killGroup(process.descendants());
    process.awaitEnd(KILL_S);
    process.close();
  }

  /** Stops it; kills it when the thread is interrupted meanwhile. */
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
