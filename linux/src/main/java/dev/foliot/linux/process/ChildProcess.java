package dev.foliot.linux.process;

import dev.foliot.linux.proc.ProcessGroup;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program started by a {@link Launcher}, with all its descendants.
 *
 * <p>Descendants in a session of their own, such as daemons, are ended too while their parents
 * live. They survive a sudden death of this process. Safe for any thread.
 */
public final class ChildProcess implements AutoCloseable {
  /** The time limit for the kernel to end killed processes. */
  private static final long KILL_S = 10;

  private final Process process;
  private final @Nullable GroupGuard guard;
  private final boolean leads;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Stopped stopped;

  /**
   * How a program was stopped.
   *
   * @param exitCode of the program; 128 and a signal's number where one ended it
   * @param killed whether it had to be killed because it did not end when asked
   * @param left whether processes of its group were left when it had ended; they were killed
   */
  public record Stopped(int exitCode, boolean killed, boolean left) {}

  /**
   * One that runs.
   *
   * @param guard of its group; null for none
   * @param leads whether it leads a group of its own
   */
  ChildProcess(Process process, @Nullable GroupGuard guard, boolean leads) {
    this.process = process;
    this.guard = guard;
    this.leads = leads;
  }

  /** The number of the program, and of its group. */
  public long pid() {
    return process.pid();
  }

  /** The program's process. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Whether the program lives. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Done when the program has ended, for whatever reason. */
  public CompletableFuture<Void> ended() {
    return process.onExit().thenApply(gone -> null);
  }

  /** Waits for the program's end for some nanoseconds at most; whether it has come. */
  public boolean hasEndedWithin(long ns) throws InterruptedException {
    return process.waitFor(ns, TimeUnit.NANOSECONDS);
  }

  /** The program's exit code; -1 while it lives, which means that even SIGKILL has not ended it. */
  public int exitCode() {
    return process.isAlive() ? -1 : process.exitValue();
  }

  /** Where its input can be written, if that is a pipe. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /**
   * The program's output, if it is a pipe. Use {@link PipeOutput} to read it without blocking the
   * program.
   */
  public InputStream output() {
    return process.getInputStream();
  }

  /** The program's error output, if it has a pipe of its own. */
  public InputStream errors() {
    return process.getErrorStream();
  }

  /** Asks the program and its group to end, and does not wait for it. */
  public void terminate() {
    // a program that was started this moment has no group yet
    if (!leads || !ProcessGroup.terminate(pid()).orElse(false)) {
      process.toHandle().destroy();
    }
  }

  /**
   * Asks the program to end, kills it if it does not, and kills its leftovers. It may be called
   * again.
   *
   * @param withinNs the time limit for an orderly end, in nanoseconds
   * @return the way it ended; perhaps on its own before
   */
  public Stopped stop(long withinNs) throws InterruptedException {
    Stopped before = stopped;
    if (before != null) {
      return before;
    }
    List<ProcessHandle> children = descendants();
    boolean killed = false;
    if (isAlive()) {
      terminate();
      killed = !hasEndedWithin(withinNs);
    }
    boolean left = end(children);
    Stopped now = new Stopped(exitCode(), killed, left && !killed);
    stopped = now;
    return now;
  }

  /**
   * Kills the program and all its descendants. It returns once the program is gone, even if
   * interrupted. It may be called again, and after {@link #stop}.
   */
  public void kill() {
    boolean _ = end(descendants());
  }

  /** Kills it and all that it started. */
  @Override
  public void close() {
    kill();
  }

  private List<ProcessHandle> descendants() {
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.toList();
    }
  }

  /** Kills all processes and waits for the program's end; returns whether any existed. */
  private boolean end(List<ProcessHandle> children) {
    if (ended.get() && !isAlive()) {
      // the numbers may be others' by now
      return false;
    }
    boolean any = leads && ProcessGroup.kill(pid()).orElse(false);
    // through its handle: Java's own way closes the pipes together with their content
    process.toHandle().destroyForcibly();
    for (ProcessHandle child : children) {
      any |= child.isAlive() && child.destroyForcibly();
    }
    process
        .onExit()
        .thenApply(gone -> true)
        .completeOnTimeout(false, KILL_S, TimeUnit.SECONDS)
        .join();
    ended.set(true);
    if (guard != null) {
      guard.close();
    }
    return any;
  }
}
