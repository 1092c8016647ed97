package dev.foliot.hotspot.flight;

import dev.foliot.hotspot.HotspotJvm;
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
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A flight recording in another JVM. One thread.
 *
 * <p>The JVM writes into a separate folder that only this user may enter; closing removes it. If no
 * other recording runs in the JVM, its repository is moved there for this time, because a killed
 * JVM would leave its parts elsewhere. A recording that lasts leaves the repository where it is: it
 * would hold the parts of each recording that the user begins meanwhile.
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

  /** The same with the folder of this JVM. */
  private static final Pattern PARTS =
      Pattern.compile("(?m)^Repository path: (/[A-Za-z0-9_./+-]+_\\d+)\\s*$");

  /** A folder of this class, with the process that made it. */
  private static final Pattern SCRATCH = Pattern.compile("foliot-flight-(\\d{1,18})-.*");

  /** What a killed process left is removed when it was not touched for so long. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  /** As VM.system_properties gives it. */
  private static final Pattern TEMPORARY =
      Pattern.compile("(?m)^java\\.io\\.tmpdir=(/[A-Za-z0-9_./+-]*)\\s*$");

  /** Gives each recording of this process its own name. */
  private static final AtomicLong COUNT = new AtomicLong();

  private final Jcmd jcmd;
  private final Optional<ProcessHandle> target;
  private final ScratchFolder scratch;
  private final Plan plan;
  private String name = nextName();
  private Optional<String> repository = Optional.empty();

  /** Where the JVM has the parts of a lasting recording, if no other one is there. */
  private Optional<String> parts = Optional.empty();

  /** Those that run, by name; between two turns there are two. */
  private final Set<String> running = new LinkedHashSet<>();

  /**
   * A recording to start.
   *
   * @param settings the events, in the form of a .jfc file
   * @param stackDepth the most frames of a stack; 0 leaves the JVM's own limit, 64 by default
   * @param atMost after this time the JVM ends it, even if this process is killed; zero for never
   * @param isLasting whether it is taken turn by turn for long, with {@link #turn}
   */
  public record Plan(String settings, int stackDepth, Duration atMost, boolean isLasting) {}

  private FlightRecording(Jcmd jcmd, ScratchFolder scratch, Plan plan) {
    this.jcmd = jcmd;
    this.scratch = scratch;
    this.plan = plan;
    target = ProcessHandle.of(jcmd.pid());
  }

  private static String nextName() {
    return "foliot-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
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
        removeAbandoned(folder.path().getParent(), Instant.now().minus(ABANDONED));
        FlightRecording recording = new FlightRecording(jcmd, folder, plan);
        try {
          Optional<Reason> refused = recording.start();
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

  /**
   * Removes what killed processes left. A folder in which a JVM still has its repository stays.
   *
   * @param before it was last touched
   */
  static void removeAbandoned(@Nullable Path parent, Instant before) {
    if (parent == null) {
      return;
    }
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, "foliot-flight-*")) {
      for (Path folder : folders) {
        Matcher name = SCRATCH.matcher(folder.getFileName().toString());
        if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
          removeFlat(folder, before);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // they stay
      return;
    }
  }

  private static boolean isOlder(Path path, Instant before) throws IOException {
    return Files.getLastModifiedTime(path).toInstant().isBefore(before);
  }

  /** Removes a folder with files and nothing else in it, none of them newer. */
  private static void removeFlat(Path folder, Instant before) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(files::add);
      if (!isOlder(folder, before)) {
        return;
      }
      for (Path file : files) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isOlder(file, before)) {
          return;
        }
      }
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException | DirectoryIteratorException e) {
      // it is another user's, or gone meanwhile
      return;
    }
  }

  /** Returns why it did not start. */
  private Optional<Reason> start() throws InterruptedException {
    Optional<Reason> separate = separate(PROC, jcmd.pid(), scratch.path());
    if (separate.isPresent()) {
      return separate;
    }
    Reading<String> others = jcmd.ask("JFR.check");
    if (others instanceof Reading.Unavailable<String> none) {
      return Optional.of(refused(none));
    }
    boolean isAlone = !OTHER.matcher(others.orElse("")).find();
    if (isAlone && !plan.isLasting()) {
      configure();
    }
    Optional<Reason> refused = begin(plan.settings());
    if (refused.isEmpty() && isAlone && plan.isLasting()) {
      parts = first(PARTS, jcmd.ask("JFR.configure").orElse(""));
    }
    return refused;
  }

  /** Starts the recording of the name; returns why it did not start. */
  private Optional<Reason> begin(String events) throws InterruptedException {
    Path settings = scratch.path().resolve("settings.jfc");
    try {
      Files.writeString(settings, events);
    } catch (IOException e) {
      return Optional.of(
          new ServiceReason.NotWritten(
              ServiceReason.Written.FLIGHT_SETTINGS, String.valueOf(e.getMessage())));
    }
    // it may run although the answer is lost
    running.add(name);
    String limit =
        plan.atMost().isZero()
            ? ""
            : " duration=" + plan.atMost().toSeconds() + "s filename=" + file("abandoned");
    Reading<String> answer =
        jcmd.ask("JFR.start", "name=" + name, "settings=" + settings, maxSize() + limit);
    return switch (answer) {
      case Reading.Unavailable<String> none -> Optional.of(refused(none));
      case Reading.Value<String>(String text) -> {
        boolean isStarted = text.contains("Started recording");
        if (!isStarted) {
          running.remove(name);
        }
        yield isStarted ? Optional.empty() : Optional.of(refused(text));
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

  /** Whether a recording can be started in a JVM, as far as that is known without asking it. */
  public static Reading<Boolean> allowedBy(HotspotJvm jvm) {
    if (Jcmd.of(jvm.flags(), jvm.pid()) instanceof Reading.Unavailable<Jcmd> none) {
      return none.retyped();
    }
    return separate(PROC, jvm.pid(), Path.of(System.getProperty("java.io.tmpdir")))
        .<Reading<Boolean>>map(Reading::unavailable)
        .orElse(Reading.of(true));
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
  private void configure() throws InterruptedException {
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

  private String maxSize() {
    return plan.isLasting() ? "maxsize=16M" : "maxsize=64M";
  }

  /** Ends the recording; returns its file, which is deleted on close. */
  public Reading<Path> stop() throws InterruptedException {
    return stop(name);
  }

  /**
   * Begins the next part, then ends this one, so that nothing between them is lost. If the next
   * cannot begin, the recording has ended.
   *
   * @param settings the events of the next part, in the form of a .jfc file
   * @return the file of the part that ended, until the next turn
   */
  public Reading<Path> turn(String settings) throws InterruptedException {
    String before = name;
    name = nextName();
    Optional<Reason> refused = begin(settings);
    Reading<Path> file = stop(before);
    return refused.isPresent() ? Reading.unavailable(refused.get()) : file;
  }

  private Reading<Path> stop(String which) throws InterruptedException {
    Path file = file("recording");
    Reading<String> answer = jcmd.ask("JFR.stop", "name=" + which, "filename=" + file);
    running.remove(which);
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
    running.forEach(one -> insist("JFR.stop", "name=" + one));
    running.clear();
    repository.ifPresent(before -> insist("JFR.configure", "repositorypath=" + before));
    repository = Optional.empty();
    if (!isThere()) {
      // a JVM that ends removes its parts; one that was killed cannot
      parts.ifPresent(folder -> removeFlat(Path.of(folder), Instant.MAX));
    }
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

  private boolean isThere() {
    return target.map(ProcessHandle::isAlive).orElse(false);
  }

  private boolean isRunning() {
    return isThere()
        && ProcessState.of(ROOT, jcmd.pid()).orElse(ProcessState.ENDED) == ProcessState.ALIVE;
  }
}
