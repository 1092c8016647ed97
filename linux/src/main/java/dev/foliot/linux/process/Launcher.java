package dev.foliot.linux.process;

import dev.foliot.linux.Reading;
import dev.foliot.text.SystemReason;
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
 * Starts other programs so that they end with this process, however it ends.
 *
 * <p>A program is an argument list; no shell reads it. It leads a session and a process group of
 * its own (setsid(1)): a terminal's Ctrl-C reaches this process only, which ends its programs in
 * order, and whatever the program starts can be ended with it ({@link ChildProcess#stop}).
 *
 * <p>Against a sudden death of this process, kill -9 included, there are two mechanisms:
 *
 * <ul>
 *   <li>The kernel kills the program itself (PR_SET_PDEATHSIG of prctl(2), set by setpriv(1)). That
 *       costs no process and holds from the program's first instruction, but not for what the
 *       program starts. It goes by the thread that started the program, not by the process: so a
 *       thread of the launcher starts each program and lives as long as it.
 *   <li>A {@link GroupGuard} kills the program's whole group. It is a process of its own, which
 *       takes 2 ms of CPU time to start, and it knows the group only when the program has started.
 * </ul>
 *
 * <p>{@link #ofGroups} uses both. {@link #ofSingles} leaves out the guard: for programs that start
 * no others, or only by {@link #inTurn}. {@link #groupsIfPossible} and {@link #singlesIfPossible}
 * are for programs of Foliot that notice by themselves that this process has gone, since a socket
 * or their input ends; these also start where there is no setsid and no setpriv, as on macOS and
 * Windows.
 *
 * <p>Ruled out: control groups (few users may make them), a PID namespace (it changes the numbers
 * that the programs see), and a signal for an owner of a pipe (F_SETOWN of fcntl(2) with a group:
 * it needs no process, but is lost where a program closes its input).
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
    return missing(programs, List.of("setsid", "setpriv", "xargs", "kill"))
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
   * As {@link #ofGroups} where that is possible, else with less: for programs that notice by
   * themselves that this process has gone.
   */
  public static Launcher groupsIfPossible(Programs programs) {
    Launcher singles = singlesIfPossible(programs);
    Optional<String> xargs = find(programs, "xargs");
    Optional<String> kill = find(programs, "kill");
    if (singles.ownGroup.isEmpty() || xargs.isEmpty() || kill.isEmpty()) {
      return singles;
    }
    List<String> guard = new ArrayList<>(singles.ownGroup);
    guard.addAll(List.of(xargs.get(), "-r", kill.get(), "-KILL", "--"));
    return new Launcher(singles.ownGroup, singles.dying, List.copyOf(guard));
  }

  /**
   * As {@link #ofSingles} where that is possible, else with less: for programs that notice by
   * themselves that this process has gone.
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

  /**
   * The words by which a program that is started here starts another, so that the kernel kills the
   * other with the program.
   */
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
   * Starts a program. Nothing of it is left when this throws. An interrupt does not stop it, and
   * stays set.
   *
   * @param program what is started; its command is changed
   * @param starter starts it
   * @throws IOException if it cannot be started
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
