package dev.foliot.service.watch;

import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.linux.Reading;
import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.profile.LoadedProfiler;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
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
  /** Gives each profile of a JVM its own file. */
  private static final AtomicLong FILES = new AtomicLong();

  private final @Nullable LoadedProfiler loaded;
  private final boolean samples;
  private final @Nullable Because because;

  /** Why the better profiler, or any, is missing: in a line and as data. */
  private record Because(String text, Reason why) {}

  private ProfileWatch(
      @Nullable LoadedProfiler loaded, boolean samples, @Nullable Because because) {
    this.loaded = loaded;
    this.samples = samples;
    this.because = because;
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
          return new ProfileWatch(null, true, because);
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
    return new ProfileWatch(null, false, because);
  }

  private static Reading<ProfileWatch> start(Reading<Jcmd> found, ProfileWay.Async async)
      throws InterruptedException {
    return switch (found) {
      case Reading.Unavailable<Jcmd> none -> none.retyped();
      case Reading.Value<Jcmd>(Jcmd jcmd) -> {
        Path file =
            async
                .library()
                .resolveSibling("attached-" + jcmd.pid() + "-" + FILES.incrementAndGet() + ".jfr");
        yield LoadedProfiler.start(jcmd, async.library(), file, async.start(file))
            .map(loaded -> new ProfileWatch(loaded, false, null));
      }
    };
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
    if (loaded == null) {
      return because == null
          ? ProcessWatch.notAsked()
          : Reading.unavailable(new ServiceReason.NoProfiler(because.text));
    }
    return switch (loaded.stop()) {
      case Reading.Value<Path>(Path file) ->
          told(ForkProfile.read(file, ProfileRecord.ASYNC, span.from(), span.to()));
      case Reading.Unavailable<Path> none -> none.retyped();
    };
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
    if (loaded != null) {
      loaded.close();
    }
  }
}
