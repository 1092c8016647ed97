package dev.foliot.service.profile;

import dev.foliot.hotspot.flight.FlightSettings;
import dev.foliot.hotspot.flight.StartedRecording;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The profile of a JVM that Foliot starts: its options and its recording. One thread.
 *
 * <p>Sampling lasts from the JVM's start to its end, because nothing should attach during the
 * measurement. Only samples within the measured load are kept.
 */
public final class ForkProfile implements AutoCloseable {
  private static final String SETTINGS =
      new FlightSettings()
          .event("jdk.ExecutionSample", "period", "10 ms")
          .event("jdk.DataLoss")
          .text();

  /** Adds debug information, which separates inlined methods. */
  private static final List<String> FINER =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

  private final @Nullable ProfileWay way;
  private final @Nullable ScratchFolder scratch;
  private final List<String> flags;

  private ForkProfile(
      @Nullable ProfileWay way, @Nullable ScratchFolder scratch, List<String> flags) {
    this.way = way;
    this.scratch = scratch;
    this.flags = flags;
  }

  /**
   * A profile for a JVM that is about to start.
   *
   * @param way how; null for no profile
   */
  public static ForkProfile begin(@Nullable ProfileWay way) {
    if (way == null || way instanceof ProfileWay.None) {
      return new ForkProfile(way, null, List.of());
    }
    return switch (ScratchFolder.ofPlain("foliot-profile-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> begin(way, folder);
      case Reading.Unavailable<ScratchFolder> none ->
          new ForkProfile(new ProfileWay.None(none.why()), null, List.of());
    };
  }

  private static ForkProfile begin(ProfileWay way, ScratchFolder folder) {
    Path file = file(folder);
    List<String> flags = new ArrayList<>(FINER);
    switch (way) {
      case ProfileWay.Jfr jfr -> {
        switch (StartedRecording.in(folder.path(), SETTINGS, ProfileWay.DEPTH)) {
          case Reading.Value<StartedRecording>(StartedRecording recording) ->
              flags.addAll(recording.flags());
          case Reading.Unavailable<StartedRecording> none -> {
            folder.close();
            return new ForkProfile(new ProfileWay.None(none.why()), null, List.of());
          }
        }
      }
      case ProfileWay.Async async ->
          flags.add("-agentpath:" + async.library() + "=" + async.start(file));
      case ProfileWay.None none -> flags.clear();
    }
    return new ForkProfile(way, folder, List.copyOf(flags));
  }

  private static Path file(ScratchFolder folder) {
    return folder.path().resolve(StartedRecording.FILE);
  }

  /**
   * Adds the profile's options before a JVM's arguments, because the user's options take
   * precedence.
   */
  public List<String> before(List<String> jvmArgs) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(jvmArgs);
    return List.copyOf(all);
  }

  /** Removes the profile's options from a JVM's arguments. */
  public List<String> outOf(List<String> jvmArgs) {
    return jvmArgs.stream().filter(argument -> !flags.contains(argument)).toList();
  }

  /** A description for the conditions of a fork; empty for no profile. */
  public Optional<String> said() {
    return Optional.ofNullable(way)
        .map(asked ->
            switch (asked) {
              case ProfileWay.Jfr jfr -> "by the flight recorder, every 10 ms";
              case ProfileWay.Async async -> "by async-profiler, every 10 ms of CPU time";
              case ProfileWay.None none -> "it cannot be profiled: " + none.why().sentence();
            });
  }

  /**
   * The recording of the JVM, which has ended; empty for no profile.
   *
   * @param startEpochMs when the measured load began, in milliseconds since 1970
   * @param durationNs the duration of the load
   */
  public Optional<Profile> read(long startEpochMs, long durationNs) {
    Instant from = Instant.ofEpochMilli(startEpochMs);
    return Optional.ofNullable(way)
        .map(asked -> read(asked, from, from.plus(Duration.ofNanos(durationNs))));
  }

  private Profile read(ProfileWay asked, Instant from, Instant to) {
    return switch (asked) {
      case ProfileWay.None none -> Profile.none(none.why());
      case ProfileWay.Jfr(Reason why) -> {
        Profile profile = read(ProfileRecord.JFR, from, to);
        yield why == null ? profile : profile.because(why);
      }
      case ProfileWay.Async async -> read(ProfileRecord.ASYNC, from, to);
    };
  }

  private Profile read(String means, Instant from, Instant to) {
    if (scratch == null || !StartedRecording.isWritten(file(scratch))) {
      return Profile.none(new ServiceReason.SamplesNotWritten());
    }
    return read(file(scratch), means, from, to);
  }

  /**
   * Folds a recording of another process.
   *
   * @param means the profiler's name in the record
   * @param from earlier samples are left out
   * @param to later samples are left out
   */
  public static Profile read(Path file, String means, Instant from, Instant to) {
    return switch (StackFolder.fold(ProfileKind.CPU, file, means, from, to, 0)) {
      case Reading.Value<Profile>(Profile profile) -> profile;
      case Reading.Unavailable<Profile> refused -> Profile.none(refused.why());
    };
  }

  @Override
  public void close() {
    if (scratch != null) {
      scratch.close();
    }
  }
}
