package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The profile of an attached JVM. One thread.
 *
 * <p>async-profiler writes its own file; the flight recorder's samples are in the watch's only
 * recording.
 */
final class ProfileWatch implements AutoCloseable {
  private static final long SETTLED_MS = 20;
  private static final int LOOKS = 500;

  /** Gives each profile of a JVM its own file. */
  private static final AtomicLong FILES = new AtomicLong();

  private final @Nullable Jcmd jcmd;
  private final @Nullable Path library;
  private final @Nullable Path file;
  private final boolean samples;
  private final @Nullable Because because;
  private boolean running;

  /** Why the better profiler, or any, is missing: in a line and as data. */
  private record Because(String text, Reason why) {}

  private ProfileWatch(
      @Nullable Jcmd jcmd,
      @Nullable Path library,
      @Nullable Path file,
      boolean samples,
      @Nullable Because because) {
    this.jcmd = jcmd;
    this.library = library;
    this.file = file;
    this.samples = samples;
    this.because = because;
    running = library != null;
  }

  /**
   * Begins.
   *
   * @param ways to try, in turn
   */
  static ProfileWatch start(Reading<Jcmd> found, List<ProfileWay> ways)
      throws InterruptedException {
    Because because = null;
    for (ProfileWay way : ways) {
      switch (way) {
        case ProfileWay.Jfr(Reason why) -> {
          if (because == null && why != null) {
            because = new Because(why.text(), why);
          }
          return new ProfileWatch(null, null, null, true, because);
        }
        case ProfileWay.Async async -> {
          switch (start(found, async)) {
            case Reading.Value<ProfileWatch>(ProfileWatch started) -> {
              return started;
            }
            case Reading.Unavailable<ProfileWatch> none ->
                because = new Because(none.sentence(), none.why());
          }
        }
        case ProfileWay.None(Reason why) -> because = new Because(why.sentence(), why);
      }
    }
    return new ProfileWatch(null, null, null, false, because);
  }

  private static Reading<ProfileWatch> start(Reading<Jcmd> found, ProfileWay.Async async)
      throws InterruptedException {
    if (!(found instanceof Reading.Value<Jcmd>(Jcmd jcmd))) {
      return found.map(never -> new ProfileWatch(null, null, null, false, null));
    }
    Path file =
        async
            .library()
            .resolveSibling("attached-" + jcmd.pid() + "-" + FILES.incrementAndGet() + ".jfr");
    Reading<String> answer = load(jcmd, async.library(), async.start(file));
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    if (!answer.orElse("").contains("return code: 0")) {
      return Reading.unavailable(
          new ServiceReason.ProfilerRefused(Shown.text(answer.orElse("").strip(), 160)));
    }
    return Reading.of(new ProfileWatch(jcmd, async.library(), file, false, null));
  }

  /** In quotes, because it contains commas and equal signs. */
  private static Reading<String> load(Jcmd jcmd, Path library, String options)
      throws InterruptedException {
    return jcmd.ask("JVMTI.agent_load", library.toString(), '"' + options + '"');
  }

  /** Whether the flight recording needs samples. */
  boolean needsSamples() {
    return samples;
  }

  /**
   * Ends the profile and reads it.
   *
   * @param recording the finished file of the flight recording; null without one
   */
  Reading<Profile> stop(Reading<Path> recording, Span span) throws InterruptedException {
    if (samples) {
      return switch (recording) {
        case Reading.Value<Path>(Path written) ->
            told(recorded(ForkProfile.read(written, ProfileRecord.JFR, span.from(), span.to())));
        case Reading.Unavailable<Path> none -> none.retyped();
      };
    }
    if (jcmd == null || library == null || file == null) {
      return because == null
          ? ProcessWatch.notAsked()
          : Reading.unavailable(new ServiceReason.NoProfiler(because.text));
    }
    Reading<String> answer = load(jcmd, library, "stop,log=/dev/null");
    running = false;
    if (answer instanceof Reading.Unavailable<String> none) {
      return none.retyped();
    }
    for (int look = 0; look < LOOKS && !Files.isRegularFile(file); look++) {
      Thread.sleep(SETTLED_MS);
    }
    return told(ForkProfile.read(file, ProfileRecord.ASYNC, span.from(), span.to()));
  }

  private Profile recorded(Profile profile) {
    return because == null ? profile : profile.because(because.why);
  }

  private static Reading<Profile> told(Profile profile) {
    String why = profile.record().reason();
    return profile.record().means() == null
        ? Reading.unavailable(new ServiceReason.NoProfile(why == null ? "" : why))
        : Reading.of(profile);
  }

  @Override
  public void close() {
    if (running && jcmd != null && library != null) {
      running = false;
      // an interrupted watch must not leave the sampling on
      boolean isInterrupted = Thread.interrupted();
      try {
        Reading<String> _ = load(jcmd, library, "stop,log=/dev/null");
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // the folder is removed with the run
        return;
      }
    }
  }
}
