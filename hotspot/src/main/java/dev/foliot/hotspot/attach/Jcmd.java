package dev.foliot.hotspot.attach;

import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.PipeOutput;
import dev.foliot.linux.process.Programs;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Asks a JVM through the jcmd of a JDK.
 *
 * <p>A process is asked only when HotSpot's library is mapped into it: jcmd's signal ends or
 * reloads other programs. Answers are bounded in size and time. They are the JVM's text: escape it
 * on output. Safe for any thread.
 *
 * @param home of the JDK whose jcmd is used; any from 17 speaks with any JVM
 * @param pid the JVM
 */
public record Jcmd(Path home, long pid) {
  private static final Path ROOT = Path.of("/");
  private static final int MOST_BYTES = 64 << 20;
  private static final long DEADLINE_S = 30;
  private static final long NS_PER_S = 1_000_000_000L;
  private static final int LONGEST = 160;

  /** The kernel's suffix for a file that an update has replaced. */
  private static final String GONE = " (deleted)";

  /** Finds the first JVM among a process and its descendants. */
  public static Reading<Jcmd> find(Path home, long pid) {
    if (of(home, pid) instanceof Reading.Unavailable<Jcmd> none) {
      return none;
    }
    List<Long> pids = new ArrayList<>(List.of(pid));
    ProcessHandle.of(pid).ifPresent(handle -> handle.descendants().forEach(p -> pids.add(p.pid())));
    for (long one : pids) {
      if (isJvm(one)) {
        return Reading.of(new Jcmd(home, one));
      }
    }
    return Reading.unavailable(new JvmReason.NoJvmBelow(pid));
  }

  /** For a known HotSpot process; unavailable if the JDK has no jcmd. */
  public static Reading<Jcmd> of(Path home, long pid) {
    Path program = program(home);
    return Files.isExecutable(program)
        ? Reading.of(new Jcmd(home, pid))
        : Reading.unavailable(new JvmReason.NoJcmd(program.toString()));
  }

  /**
   * For a HotSpot whose flags were read, through this JVM's own jcmd; unavailable if it forbids
   * attaching.
   */
  public static Reading<Jcmd> of(Reading<JvmFlags> flags, long pid) {
    boolean isClosed =
        flags.toOptional().flatMap(all -> all.bool("DisableAttachMechanism")).orElse(false);
    return isClosed
        ? Reading.unavailable(new JvmReason.AttachForbidden())
        : of(Path.of(System.getProperty("java.home")), pid);
  }

  private static boolean isJvm(long pid) {
    return MemoryRegion.of(ROOT, pid).orElse(List.of()).stream()
        .map(MemoryRegion::path)
        .map(path -> path.endsWith(GONE) ? path.substring(0, path.length() - GONE.length()) : path)
        .anyMatch(path -> path.endsWith("/libjvm.so"));
  }

  private static Path program(Path home) {
    return home.resolve("bin").resolve("jcmd");
  }

  /**
   * Returns the answer to one jcmd command.
   *
   * <p>jcmd itself asks the first, which makes the JVM listen; later commands use the JVM's socket
   * if possible. Waits for 30 s at most.
   */
  public Reading<String> ask(String... command) throws InterruptedException {
    try {
      Optional<AttachSocket.Answer> answer =
          AttachSocket.ask(ROOT, pid, String.join(" ", command), DEADLINE_S);
      if (answer.isPresent()) {
        return answer.get().success()
            ? Reading.of(answer.get().text())
            : refused(answer.get().text(), command[0]);
      }
    } catch (TimeoutException e) {
      return silent(command[0]);
    }
    return spawn(command);
  }

  /** The output of jcmd without its first line, the process number. */
  private Reading<String> spawn(String... command) throws InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(program(home).toString());
    // a short-lived JVM that must use little CPU
    words.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xmx128m"));
    words.add(Long.toString(pid));
    words.addAll(List.of(command));
    return switch (Launcher.ofSingles(Programs.ofThisProcess())) {
      case Reading.Unavailable<Launcher> none -> none.retyped();
      case Reading.Value<Launcher>(Launcher launcher) -> {
        ProcessBuilder builder = Launcher.withoutInput(words).redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        try (ChildProcess jcmd = launcher.start(builder)) {
          yield follow(jcmd, command[0]);
        } catch (IOException e) {
          yield Reading.unavailable(new JvmReason.JcmdNotStarted(String.valueOf(e.getMessage())));
        }
      }
    };
  }

  private Reading<String> follow(ChildProcess jcmd, String asked) throws InterruptedException {
    PipeOutput answer = PipeOutput.first(jcmd.output(), MOST_BYTES);
    if (!jcmd.hasEndedWithin(DEADLINE_S * NS_PER_S)) {
      return silent(asked);
    }
    String text = answer.await().text();
    if (jcmd.exitCode() != 0) {
      return refused(text, asked);
    }
    int line = text.indexOf('\n');
    return Reading.of(text.substring(line + 1));
  }

  private Reading<String> silent(String asked) {
    return Reading.unavailable(new JvmReason.NoAnswer(pid, asked, DEADLINE_S));
  }

  private Reading<String> refused(String text, String asked) {
    String last =
        text.lines()
            .filter(line -> line.contains("Exception") || line.contains("rror"))
            .findFirst()
            .orElse(text.strip());
    return Reading.unavailable(
        new JvmReason.AnswerRefused(
            pid,
            asked,
            Shown.text(
                last.length() <= LONGEST ? last : last.substring(0, LONGEST) + "…", LONGEST + 1)));
  }
}
