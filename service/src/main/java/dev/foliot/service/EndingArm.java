package dev.foliot.service;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.service.ArmException.Fault;
import dev.foliot.text.Shown;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of an arm that serves nobody and ends by itself: like a {@link RunningArm} in its own
 * session and process group, without input, with its output in a file that nobody parses, and gone
 * when this process is gone.
 *
 * <p>{@link #start} and {@link #await} wait and are for one thread; the rest is safe for any.
 */
public final class EndingArm implements AutoCloseable {
  /** Such a program has no health URL: this stands for it, and nobody asks it. */
  public static final URI NO_HEALTH = URI.create("http://127.0.0.1:1/");

  private static final long KILL_S = 10;

  /** Between two looks for a file; the program's death is noticed at once. */
  private static final long LOOK_MS = 10;

  private final String name;
  private final Path log;
  private final ArmProcess process;

  private EndingArm(String name, Path log, ArmProcess process) {
    this.name = name;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @param command its health URL is not asked, see {@link #NO_HEALTH}
   * @param log takes what it prints, at its end
   * @throws ArmException if it cannot be started
   * @throws dev.foliot.text.LabException if this system cannot hold arms
   */
  public static EndingArm start(ArmCommand command, Path log) throws InterruptedException {
    return new EndingArm(
        command.name(), log, ArmProcess.start(command, log, Programs.ofThisProcess()));
  }

  /** Limits that were asked for and do not hold, with reasons and remedies; usually none. */
  public List<String> missing() {
    return process.missing();
  }

  /** The number of its first process. */
  public long pid() {
    return process.pid();
  }

  /** Waits for its end for some nanoseconds at most; whether it has come. */
  public boolean hasEndedWithin(long ns) throws InterruptedException {
    return process.hasEndedWithin(TimeUnit.NANOSECONDS.toMillis(ns));
  }

  /**
   * Waits until there is a file that it writes.
   *
   * @param withinNs how long that may take, in nanoseconds
   * @param clock tells the time that passes
   * @throws ArmException if it takes longer, or the program ends before
   */
  public void awaitFile(Path file, long withinNs, NanoClock clock) throws InterruptedException {
    long startNs = clock.nanoTime();
    while (!Files.exists(file)) {
      if (process.hasEndedWithin(LOOK_MS)) {
        throw new ArmException(
            Fault.NOT_STARTED,
            said() + "it ended before it was ready: " + process.exit() + LogEnd.of(log));
      }
      if (clock.nanoTime() - startNs > withinNs) {
        throw new ArmException(
            Fault.NEVER_HEALTHY,
            said()
                + "not ready after "
                + TimeUnit.NANOSECONDS.toSeconds(withinNs)
                + " s: see whether this machine has CPU time to spare"
                + LogEnd.of(log));
      }
    }
  }

  /**
   * Waits for its end.
   *
   * @param withinNs how long that may take, in nanoseconds
   * @throws ArmException if it takes longer, or it ends with another exit code than 0
   */
  public void await(long withinNs) throws InterruptedException {
    if (!hasEndedWithin(withinNs)) {
      throw new ArmException(
          Fault.DIED,
          said()
              + "it did not end within "
              + TimeUnit.NANOSECONDS.toSeconds(withinNs)
              + " s, though it should by itself"
              + LogEnd.of(log));
    }
    if (process.exitCode() != 0) {
      throw new ArmException(
          Fault.DIED, said() + "it ended too early: " + process.exit() + LogEnd.of(log));
    }
  }

  /**
   * Passes if it still lives.
   *
   * @throws ArmException if it has ended
   */
  public void check() {
    if (!process.isAlive()) {
      throw new ArmException(
          Fault.DIED,
          said() + "it ended before it was measured: " + process.exit() + LogEnd.of(log));
    }
  }

  /**
   * Asks it to end and waits for that, but not for ever; {@link #close} kills one that does not.
   */
  public void stop(long withinNs) throws InterruptedException {
    if (process.isAlive()) {
      Reading<Boolean> _ = ProcessGroup.terminate(pid());
      boolean _ = hasEndedWithin(withinNs);
    }
  }

  private String said() {
    return "arm " + Shown.text(name) + ": ";
  }

  /** Kills it and all that it started, if it still lives. */
  @Override
  public void close() {
    process.killGroup(process.descendants());
    process.awaitEnd(KILL_S);
    process.close();
  }
}
