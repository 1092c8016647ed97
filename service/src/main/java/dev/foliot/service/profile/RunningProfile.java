package dev.foliot.service.profile;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * Profiles of a running JVM by async-profiler, of all kinds at once. One thread.
 *
 * <p>{@link LoadedProfiler} makes them, with a folder of its own.
 */
public final class RunningProfile implements AutoCloseable {
  /** The time is divided into so many slices. */
  private static final int SLICES = 50;

  private final Profiler profiler;
  private final LoadedProfiler loaded;
  private final Instant begun;

  private RunningProfile(Profiler profiler, LoadedProfiler loaded, Instant begun) {
    this.profiler = profiler;
    this.loaded = loaded;
    this.begun = begun;
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
    String options = new ProfileWay.Async(library).startAll(file, atMost);
    return LoadedProfiler.start(jcmd, library, file, options)
        .map(loaded -> new RunningProfile(profiler, loaded, Instant.now()));
  }

  /** Ends the sampling and reads what it gave, each kind by itself. */
  public Map<ProfileKind, Profile> stop() throws InterruptedException {
    Instant ended = Instant.now();
    Reading<Path> written = loaded.stop();
    Map<ProfileKind, Profile> all = new EnumMap<>(ProfileKind.class);
    for (ProfileKind kind : ProfileKind.values()) {
      Reading<Profile> read =
          switch (written) {
            case Reading.Unavailable<Path> none -> none.retyped();
            case Reading.Value<Path>(Path file) ->
                StackFolder.fold(kind, file, ProfileRecord.ASYNC, begun, ended, SLICES);
          };
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
    loaded.close();
    profiler.close();
  }
}
