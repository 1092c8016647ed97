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
   */
  public static Reading<RunningProfile> start(Jcmd jcmd) throws InterruptedException {
    Profiler profiler = Profiler.ofRunning();
    Reading<RunningProfile> started =
        switch (profiler.library()) {
          case Reading.Unavailable<Path> none -> none.retyped();
          case Reading.Value<Path>(Path library) -> start(jcmd, profiler, library);
        };
    if (started instanceof Reading.Unavailable) {
      profiler.close();
    }
    return started;
  }

  private static Reading<RunningProfile> start(Jcmd jcmd, Profiler profiler, Path library)
      throws InterruptedException {
    Path file = library.resolveSibling("running-" + jcmd.pid() + ".jfr");
    Reading<String> answer = ask(jcmd, library, new ProfileWay.Async(library).startAll(file));
    return switch (answer) {
      case Reading.Unavailable<String> none -> none.retyped();
      case Reading.Value<String>(String text) when !text.contains("return code: 0") ->
          Reading.unavailable(new ServiceReason.ProfilerRefused(Shown.text(text.strip(), LONGEST)));
      case Reading.Value<String> loaded ->
          Reading.of(new RunningProfile(jcmd, profiler, library, file));
    };
  }

  /** In quotes, because the options contain commas and equal signs. */
  private static Reading<String> ask(Jcmd jcmd, Path library, String options)
      throws InterruptedException {
    return jcmd.ask("JVMTI.agent_load", library.toString(), '"' + options + '"');
  }

  /** Ends the sampling and reads what it gave, each kind by itself. */
  public Map<ProfileKind, Profile> stop() throws InterruptedException {
    isRunning = false;
    Reading<String> answer = ask(jcmd, library, STOP);
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
    if (isRunning) {
      isRunning = false;
      try {
        Reading<String> _ = ask(jcmd, library, STOP);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the folder is removed with all that is in it
    }
    profiler.close();
  }
}
