package dev.foliot.linux.process;

import dev.foliot.linux.ProcessGroup;
import dev.foliot.linux.Reading;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * How other programs are started so that they end with this one, however this one ends: an argument
 * list, in a session of their own (setsid(1)), killed by the kernel when the thread dies that
 * started them (setpriv(1), PR_SET_PDEATHSIG of prctl(2)). So that thread has to wait for them.
 * What a program starts in turn is in its process group, which {@link #end} ends as a whole; the
 * kernel's signal reaches it only if it is started by {@link #inTurn}. Immutable; safe for any
 * thread.
 */
public final class ChildCommand {
  private static final int CHUNK = 1 << 13;
  private static final long GROUP_MS = 500;
  private static final long KILL_S = 5;

  private final List<String> ownGroup;
  private final List<String> dying;

  /**
   * @param ownGroup what is put before a command so that it has a process group of its own
   * @param dying what is put before a command so that it dies with its parent
   */
  private ChildCommand(List<String> ownGroup, List<String> dying) {
    this.ownGroup = ownGroup;
    this.dying = dying;
  }

  /** Unavailable without what starts programs safely. */
  public static Reading<ChildCommand> in(Tools tools) {
    Optional<Path> setsid = tools.find("setsid");
    Optional<Path> setpriv = tools.find("setpriv");
    if (setsid.isEmpty() || setpriv.isEmpty()) {
      return Reading.unavailable(
          "other programs are started by setsid and setpriv, so that they end with foliot, and"
              + " these are missing",
          "install util-linux");
    }
    return Reading.of(
        new ChildCommand(
            List.of(setsid.get().toString()),
            List.of(setpriv.get().toString(), "--pdeathsig", "KILL", "--")));
  }

  /**
   * The words by which a program that is started here starts another, so that this one is killed
   * with it, whoever kills it and be it Foliot's own end.
   */
  public List<String> inTurn(List<String> words) {
    List<String> all = new ArrayList<>(dying);
    all.addAll(words);
    return all;
  }

  /** A command that is ready to be started, with nothing as its input. */
  public ProcessBuilder of(List<String> words) {
    List<String> all = new ArrayList<>(ownGroup);
    all.addAll(inTurn(words));
    return new ProcessBuilder(all)
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
  }

  /** Ends it and all of its group, and waits for that, interrupted or not, for some seconds. */
  public static void end(Process process) {
    if (!process.isAlive()) {
      return;
    }
    // the group first: Java's own way closes the pipes, with what is still in them
    ProcessGroup.kill(process.pid());
    if (!isGone(process, GROUP_MS)) {
      // it has no group yet, or the system does not let us
      process.destroyForcibly();
      isGone(process, TimeUnit.SECONDS.toMillis(KILL_S));
    }
  }

  private static boolean isGone(Process process, long withinMs) {
    return process
        .onExit()
        .thenApply(gone -> true)
        .completeOnTimeout(false, withinMs, TimeUnit.MILLISECONDS)
        .join();
  }

  /**
   * Reads what it prints, on a thread of its own: such a thread waits for as long as the program
   * likes, and in a shared pool others would wait behind it. Reads on beyond the limit, so that the
   * program need not wait, and forgets that.
   *
   * @param most how many bytes are kept
   * @param name of the thread
   * @return what was read, at its end or where the pipe broke
   */
  public static CompletableFuture<byte[]> read(InputStream in, int most, String name) {
    CompletableFuture<byte[]> all = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(() -> {
          ByteArrayOutputStream kept = new ByteArrayOutputStream();
          try (in) {
            byte[] chunk = new byte[CHUNK];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
              kept.write(chunk, 0, Math.min(count, most - kept.size()));
            }
          } catch (IOException e) {
            // the pipe of a killed process: what was read is what there is
          } finally {
            all.complete(kept.toByteArray());
          }
        });
    return all;
  }

  /** What was read, as soon as it is there, or nothing where that takes some seconds. */
  public static byte[] await(CompletableFuture<byte[]> read) {
    return read.completeOnTimeout(new byte[0], KILL_S, TimeUnit.SECONDS).join();
  }
}
