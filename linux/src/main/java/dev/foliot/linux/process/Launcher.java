package dev.foliot.linux.process;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Starts other programs that end with this process, however it ends.
 *
 * <p>A program is an argument list; no shell reads it. The program leads its own session and
 * process group (setsid(1)). A terminal's Ctrl-C reaches only this process, which ends its programs
 * in order. {@link ChildProcess#stop} also ends all descendants of the program.
 *
 * <p>Two mechanisms handle a sudden death of this process, including kill -9:
 *
 * <ul>
 *   <li>The kernel kills the program itself (PR_SET_PDEATHSIG of prctl(2), set by setpriv(1)). This
 *       needs no process and holds from the first instruction, but does not cover descendants. It
 *       depends on the thread that started the program, not on the process. Each program therefore
 *       gets a launcher thread that lives as long.
 *   <li>A {@link GroupGuard} kills the program's whole group. It is a separate process, takes 2 ms
 *       of CPU time to start, and learns the group only after the program's start.
 * </ul>
 *
 * <p>{@link #ofGroups} uses both. {@link #ofSingles} has no guard: for programs that start no
 * others, or only by {@link #inTurn}. {@link #groupsIfPossible} and {@link #singlesIfPossible} are
 * for Foliot's own programs, which detect this process's end by a closed socket or input. They also
 * work without setsid and setpriv, as on macOS and Windows.
 *
 * <p>Three alternatives are ruled out. Few users may make control groups. A PID namespace changes
 * the process ids that programs use. A signal for a pipe's owner (F_SETOWN of fcntl(2) with a
 * group) needs no process, but is lost if a program closes its input.
 *
 * <p>Immutable; safe for any thread.
 */
public final class Launcher {
  /** One file for many programs; its setpriv has no --pdeathsig. */
  private static final String BUSYBOX = "busybox";

  private final List<String> ownGroup;
  private final List<String> dying;
  private final List<String> guard;

  private Launcher(List<String> ownGroup, List<String> dying, List<String> guard) {
    this.ownGroup = ownGroup;
    this.dying = dying;
    this.guard = guard;
  }

  /** Starts a program on the launcher's thread, where limits may be put around it. */
  @FunctionalInterface
  public interface Starter {
    /** Starts it, usually by {@link ProcessBuilder#start}. */
    Process start(ProcessBuilder program) throws IOException;
  }

  /** One for programs that may start others: all of them end with this process. */
  public static Reading<Launcher> ofGroups(Programs programs) {
    return missing(programs, List.of("setsid", "setpriv", "xargs", "sh"))
        .map(all -> groupsIfPossible(programs));
  }

  /** One for programs that start no others, or only by {@link #inTurn}. */
  public static Reading<Launcher> ofSingles(Programs programs) {
    return missing(programs, List.of("setsid", "setpriv")).map(all -> singlesIfPossible(programs));
  }

  /** The names, unavailable if one of them is missing. */
  private static Reading<List<String>> missing(Programs programs, List<String> names) {
    for (String name : names) {
      if (find(programs, name).isEmpty()) {
        return Reading.unavailable(new SystemReason.ProgramMissing(name, names));
      }
    }
    return Reading.of(names);
  }

  /**
   * Like {@link #ofGroups} if possible, otherwise with less: for programs that detect this
   * process's end.
   */
  public static Launcher groupsIfPossible(Programs programs) {
    Launcher singles = singlesIfPossible(programs);
    Optional<String> xargs = find(programs, "xargs");
    Optional<String> shell = find(programs, "sh");
    if (singles.ownGroup.isEmpty() || xargs.isEmpty() || shell.isEmpty()) {
      return singles;
    }
    List<String> guard = new ArrayList<>(singles.ownGroup);
    guard.addAll(guard(xargs.get(), shell.get()));
    return new Launcher(singles.ownGroup, singles.dying, List.copyOf(guard));
  }

  /** The shell's own kill: slim systems have no other. */
  static List<String> guard(String xargs, String shell) {
    return List.of(xargs, "-r", shell, "-c", "kill -s KILL -- \"$@\"", "sh");
  }

  /**
   * Like {@link #ofSingles} if possible, otherwise with less: for programs that detect this
   * process's end.
   */
  public static Launcher singlesIfPossible(Programs programs) {
    return new Launcher(
        find(programs, "setsid").map(List::of).orElse(List.of()),
        find(programs, "setpriv")
            .map(setpriv -> List.of(setpriv, "--pdeathsig", "KILL", "--"))
            .orElse(List.of()),
        List.of());
  }

  private static Optional<String> find(Programs programs, String name) {
    return programs
        .find(name)
        .filter(file -> !name.equals("setpriv") || !isOfBusybox(file))
        .map(Path::toString);
  }

  private static boolean isOfBusybox(Path file) {
    try {
      return file.toRealPath().endsWith(BUSYBOX);
    } catch (IOException e) {
      return false;
    }
  }

  /** A program without input, ready to be started. */
  public static ProcessBuilder withoutInput(List<String> words) {
    boolean windows = File.separatorChar == '\\';
    return new ProcessBuilder(words)
        .redirectInput(ProcessBuilder.Redirect.from(new File(windows ? "NUL" : "/dev/null")));
  }

  /** The words for a program to start another one, which the kernel kills together with it. */
  public List<String> inTurn(List<String> words) {
    List<String> all = new ArrayList<>(dying);
    all.addAll(words);
    return List.copyOf(all);
  }

  /** Starts a program. */
  public ChildProcess start(ProcessBuilder program) throws IOException {
    return start(program, ProcessBuilder::start);
  }

  /**
   * Starts a program. If this throws, no part of the program remains. An interrupt does not stop
   * the call, and stays set.
   *
   * @param program the program; its command is changed
   * @param starter performs the start
   * @throws IOException if it does not start
   */
  public ChildProcess start(ProcessBuilder program, Starter starter) throws IOException {
    List<String> words = new ArrayList<>(ownGroup);
    words.addAll(inTurn(program.command()));
    program.command(words);
    GroupGuard guarding = guard.isEmpty() ? null : GroupGuard.start(guard);
    boolean started = false;
    try {
      Process process = onItsThread(program, starter);
      ChildProcess child = new ChildProcess(process, guarding, !ownGroup.isEmpty());
      watch(child, guarding);
      started = true;
      return child;
    } finally {
      if (!started && guarding != null) {
        guarding.close();
      }
    }
  }

  private static void watch(ChildProcess child, @Nullable GroupGuard guarding) throws IOException {
    if (guarding == null) {
      return;
    }
    try {
      guarding.watch(child.pid());
    } catch (IOException e) {
      child.kill();
      throw new IOException("its guard has ended: somebody killed it", e);
    }
  }

  private static Process onItsThread(ProcessBuilder program, Starter starter) throws IOException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("foliot-child")
        .start(() -> {
          Process process;
          try {
            process = starter.start(program);
          } catch (IOException | RuntimeException | Error e) {
            started.completeExceptionally(e);
            return;
          }
          started.complete(process);
          // the kernel kills the program when this thread ends; nothing may interrupt it
          process.onExit().join();
        });
    try {
      return started.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
