package dev.foliot.service.profile;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * Profiles of a running JVM by async-profiler, of all kinds at once. One thread.
 *
 * <p>Its library is loaded into the JVM, where it stays; its sampling ends with {@link #stop} or
 * {@link #close}.
 */
public final class RunningProfile implements AutoCloseable {
  private static final long SETTLED_MS = 20;
  private static final int LOOKS = 500;
  private static final int LONGEST = 160;
  private static final int TRIES = 3;
  private static final String STOP = "stop,log=/dev/null";

  private final Jcmd jcmd;
  private final Profiler profiler;
  private final Path library;
  private final Path file;
  private boolean isRunning = true;

  private RunningProfile(Jcmd jcmd, Profiler profiler, Path library, Path file) {
    this.jcmd = jcmd;
    this.profiler = profiler;
    this.library = library;
    this.file = file;
  }

  /**
   * Begins.
   *
   * @param jcmd asks the JVM
   * @param atMost after this time the sampling ends by itself, even if this process is killed
   */
  public static Reading<RunningProfile> start(Jcmd jcmd, Duration atMost)
      throws InterruptedException {
    Profiler profiler = Profiler.ofRunning();
    boolean isStarted = false;
    try {
      Reading<RunningProfile> started =
          switch (profiler.library()) {
            case Reading.Unavailable<Path> none -> none.retyped();
            case Reading.Value<Path>(Path library) -> start(jcmd, profiler, library, atMost);
          };
      isStarted = started instanceof Reading.Value;
      return started;
    } finally {
      if (!isStarted) {
        profiler.close();
      }
    }
  }

  private static Reading<RunningProfile> start(
      Jcmd jcmd, Profiler profiler, Path library, Duration atMost) throws InterruptedException {
    Path file = library.resolveSibling("running-" + jcmd.pid() + ".jfr");
    RunningProfile running = new RunningProfile(jcmd, profiler, library, file);
    Reading<String> answer;
    try {
      answer = ask(jcmd, library, new ProfileWay.Async(library).startAll(file, atMost));
    } catch (InterruptedException e) {
      // the JVM may have begun all the same
      Thread.currentThread().interrupt();
      running.end();
      throw e;
    }
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) when !text.contains("return code: 0") ->
          Reading.unavailable(new ServiceReason.ProfilerRefused(Shown.text(text.strip(), LONGEST)));
      case Reading.Value<String> loaded -> Reading.of(running);
    };
  }

  /** Ends the sampling, even if this thread is or gets interrupted. */
  private void end() {
    boolean isInterrupted = Thread.interrupted();
    for (int i = 0; i < TRIES && isRunning && ProcessHandle.of(jcmd.pid()).isPresent(); i++) {
      try {
        Reading<String> _ = ask(jcmd, library, STOP);
        isRunning = false;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** In quotes, because the options contain commas and equal signs. */
  private static Reading<String> ask(Jcmd jcmd, Path library, String options)
      throws InterruptedException {
    return jcmd.ask("JVMTI.agent_load", library.toString(), '"' + options + '"');
  }

  /** Ends the sampling and reads what it gave, each kind by itself. */
  public Map<ProfileKind, Profile> stop() throws InterruptedException {
    Reading<String> answer = ask(jcmd, library, STOP);
    isRunning = false;
    for (int look = 0; look < LOOKS && !Files.isRegularFile(file); look++) {
      Thread.sleep(SETTLED_MS);
    }
    Map<ProfileKind, Profile> all = new EnumMap<>(ProfileKind.class);
    for (ProfileKind kind : ProfileKind.values()) {
      Reading<Profile> read =
          answer instanceof Reading.Unavailable<String> none
              ? none.retyped()
              : StackFolder.fold(kind, file, ProfileRecord.ASYNC, Instant.MIN, Instant.MAX);
      all.put(
          kind,
          switch (read) {
            case Reading.Value<Profile>(Profile profile) -> profile;
            case Reading.Unavailable<Profile> none -> Profile.none(none.why());
          });
    }
    return all;
  }

  @Override
  public void close() {
    end();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the folder is removed with all that is in it
    }
    profiler.close();
  }
}
