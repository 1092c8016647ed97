package dev.foliot.hotspot.flight;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flight recording in another JVM. One thread.
 *
 * <p>The JVM writes into a separate folder that only this user may enter; closing removes it. If no
 * other recording runs in the JVM, its repository is moved there for this time, because a killed
 * JVM would leave its parts elsewhere.
 */
public final class FlightRecording implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final Path PROC = Path.of("/proc");
  private static final int TRIES = 3;
  private static final int LONGEST = 160;

  /** A line for each recording, as JFR.check gives it. */
  private static final Pattern OTHER = Pattern.compile("(?m)^Recording \\d+");

  /** The folder of this JVM's parts, as JFR.configure gives it. */
  private static final Pattern REPOSITORY =
      Pattern.compile("(?m)^Repository path: (/[A-Za-z0-9_./+-]+)/[^/\\s]+\\s*$");

  /** As VM.system_properties gives it. */
  private static final Pattern TEMPORARY =
      Pattern.compile("(?m)^java\\.io\\.tmpdir=(/[A-Za-z0-9_./+-]*)\\s*$");

  /** Gives each recording of this process its own name. */
  private static final AtomicLong COUNT = new AtomicLong();

  private final Jcmd jcmd;
  private final Optional<ProcessHandle> target;
  private final ScratchFolder scratch;
  private final String name;
  private Optional<String> repository = Optional.empty();
  private boolean running;

  /**
   * A recording to start.
   *
   * @param settings the events, in the form of a .jfc file
   * @param stackDepth the most frames of a stack; 0 leaves the JVM's own limit, 64 by default
   * @param atMost after this time the JVM ends it, even if this process is killed; zero for never
   */
  public record Plan(String settings, int stackDepth, Duration atMost) {}

  private FlightRecording(Jcmd jcmd, ScratchFolder scratch) {
    this.jcmd = jcmd;
    this.scratch = scratch;
    target = ProcessHandle.of(jcmd.pid());
    name = "foliot-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
  }

  /** What the names of the temporary folders of an observing process begin with. */
  public static String folderPrefix(long pid) {
    return "foliot-flight-" + pid + "-";
  }

  /** Starts a recording. An interrupt ends it again. */
  public static Reading<FlightRecording> start(Jcmd jcmd, Plan plan) throws InterruptedException {
    return switch (ScratchFolder.ofPlain(folderPrefix(ProcessHandle.current().pid()))) {
      case Reading.Unavailable<ScratchFolder> none -> none.retyped();
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> {
        FlightRecording recording = new FlightRecording(jcmd, folder);
        try {
          Optional<Reason> refused = recording.start(plan);
          if (refused.isEmpty()) {
            yield Reading.of(recording);
          }
          recording.close();
          yield Reading.unavailable(refused.get());
        } catch (InterruptedException e) {
          recording.close();
          throw e;
        }
      }
    };
  }

  /** Returns why it did not start. */
  private Optional<Reason> start(Plan plan) throws InterruptedException {
    Optional<Reason> separate = separate(PROC, jcmd.pid(), scratch.path());
    if (separate.isPresent()) {
      return separate;
    }
    Path settings = scratch.path().resolve("settings.jfc");
    try {
      Files.writeString(settings, plan.settings());
    } catch (IOException e) {
      return Optional.of(
          new ServiceReason.NotWritten(
              ServiceReason.Written.FLIGHT_SETTINGS, String.valueOf(e.getMessage())));
    }
    Reading<String> others = jcmd.ask("JFR.check");
    if (others instanceof Reading.Unavailable<String> none) {
      return Optional.of(refused(none));
    }
    if (!OTHER.matcher(others.orElse("")).find()) {
      configure(plan);
    }
    // it may run although the answer is lost
    running = true;
    String limit =
        plan.atMost().isZero()
            ? ""
            : " duration=" + plan.atMost().toSeconds() + "s filename=" + file("abandoned");
    Reading<String> answer =
        jcmd.ask("JFR.start", "name=" + name, "settings=" + settings, "maxsize=64M" + limit);
    return switch (answer) {
      case Reading.Unavailable<String> none -> Optional.of(refused(none));
      case Reading.Value<String>(String text) -> {
        running = text.contains("Started recording");
        yield running ? Optional.empty() : Optional.of(refused(text));
      }
    };
  }

  /** A JVM without the module knows no such command, and says so in its refusal. */
  private static Reason refused(Reading.Unavailable<String> none) {
    return none.why() instanceof JvmReason.AnswerRefused said ? refused(said.answer()) : none.why();
  }

  private static Reason refused(String answer) {
    String line = answer.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    return new RecordingReason.RecordingRefused(Shown.text(line, LONGEST));
  }

  /** Whether a JVM cannot reach the files of this process, and why. */
  static Optional<Reason> separate(Path proc, long pid, Path folder) {
    Path process = proc.resolve(Long.toString(pid));
    try {
      Object theirs = Files.getAttribute(process, "unix:uid");
      if (!theirs.equals(Files.getAttribute(proc.resolve("self"), "unix:uid"))
          && theirs instanceof Integer uid) {
        return Optional.of(new RecordingReason.RecordingOfOtherUser(pid, uid));
      }
      Path root = process.resolve("root");
      Path seen = root.resolve(Path.of("/").relativize(folder));
      if (Files.isReadable(root) && !(Files.exists(seen) && Files.isSameFile(seen, folder))) {
        return Optional.of(new RecordingReason.RecordingInContainer(pid));
      }
    } catch (IOException | UnsupportedOperationException e) {
      // it has ended, or is closed: its answer tells
      return Optional.empty();
    }
    return Optional.empty();
  }

  /** Moves the repository, if its place is known, so that it can be moved back. */
  private void configure(Plan plan) throws InterruptedException {
    Optional<String> before = first(REPOSITORY, jcmd.ask("JFR.configure").orElse(""));
    if (before.isEmpty()) {
      before = first(TEMPORARY, jcmd.ask("VM.system_properties").orElse(""));
    }
    if (plan.stackDepth() > 0) {
      Reading<String> _ = jcmd.ask("JFR.configure", "stackdepth=" + plan.stackDepth());
    }
    if (before.isPresent()) {
      repository = before;
      Reading<String> _ = jcmd.ask("JFR.configure", "repositorypath=" + scratch.path());
    }
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private Path file(String of) {
    return scratch.path().resolve(of + ".jfr");
  }

  /** Ends the recording; returns its file, which is deleted on close. */
  public Reading<Path> stop() throws InterruptedException {
    Path file = file("recording");
    Reading<String> answer = jcmd.ask("JFR.stop", "name=" + name, "filename=" + file);
    running = false;
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (!Files.isRegularFile(file)) {
      return Reading.unavailable(
          new RecordingReason.RecordingMissing(String.valueOf(scratch.path().getParent())));
    }
    return Reading.of(file);
  }

  /** Ends the recording if necessary, moves the repository back, and removes the folder. */
  @Override
  public void close() {
    if (running) {
      running = false;
      insist("JFR.stop", "name=" + name);
    }
    repository.ifPresent(before -> insist("JFR.configure", "repositorypath=" + before));
    repository = Optional.empty();
    scratch.close();
  }

  /**
   * Asks even if this thread is interrupted, but never another process with that number. A stopped
   * JVM cannot answer; it ends the recording by itself when its time is over.
   */
  private void insist(String... command) {
    boolean interrupted = Thread.interrupted();
    for (int i = 0; i < TRIES && isRunning(); i++) {
      try {
        Reading<String> _ = jcmd.ask(command);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isRunning() {
    return target.map(ProcessHandle::isAlive).orElse(false)
        && ProcessState.of(ROOT, jcmd.pid()).orElse(ProcessState.ENDED) == ProcessState.ALIVE;
  }
}
