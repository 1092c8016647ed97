package dev.foliot.service.profile;

import dev.foliot.hotspot.flight.StartedRecording;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the JVMs of a run are profiled. Safe for any thread.
 *
 * <p>It first tries async-profiler in a separate JVM, because a library that fails to load ends its
 * JVM. async-profiler's native library is a resource of its jar [1]. It is unpacked into a separate
 * folder, which is removed on close; this process does not run it.
 *
 * <p>[1] <a href="https://github.com/async-profiler/async-profiler">async-profiler</a>, Apache-2.0
 */
public final class Profiler implements AutoCloseable {
  private static final String LIBRARY = "libasyncProfiler.so";
  private static final long DEADLINE_NS = 30_000_000_000L;

  private final @Nullable ProfileChoice choice;
  private final List<Path> jdks;
  private final @Nullable ScratchFolder scratch;
  private final Reading<Path> library;
  private final Map<Path, ProfileWay> ways = new HashMap<>();

  private Profiler(
      @Nullable ProfileChoice choice,
      List<Path> jdks,
      @Nullable ScratchFolder scratch,
      Reading<Path> library) {
    this.choice = choice;
    this.jdks = List.copyOf(jdks);
    this.scratch = scratch;
    this.library = library;
  }

  /**
   * A profiler for a run.
   *
   * @param choice the request; null for no profiles
   * @param jdks the homes of the JDKs of the arms
   * @throws FoliotException if async-profiler was requested by name and fails in one of them
   */
  public static Profiler of(@Nullable ProfileChoice choice, List<Path> jdks) {
    Profiler profiler = made(choice, jdks);
    if (choice == ProfileChoice.ASYNC) {
      for (Path jdk : jdks) {
        if (profiler.way(jdk) instanceof ProfileWay.None(Reason why)) {
          profiler.close();
          throw FoliotException.environment(
              "--profile=async: " + new Reading.Unavailable<Path>(why).sentence(), why);
        }
      }
    }
    return profiler;
  }

  /** A profiler of JVMs that run already. */
  static Profiler ofRunning() {
    return made(ProfileChoice.ASYNC, List.of());
  }

  /** async-profiler's native library. */
  Reading<Path> library() {
    return library;
  }

  private static Profiler made(@Nullable ProfileChoice choice, List<Path> jdks) {
    if (choice == null || choice == ProfileChoice.JFR) {
      return new Profiler(choice, jdks, null, Reading.unavailable(new ServiceReason.NotAsked()));
    }
    return switch (ScratchFolder.ofPlain("foliot-profile-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) ->
          new Profiler(choice, jdks, folder, extract(folder.path()));
      case Reading.Unavailable<ScratchFolder> none ->
          new Profiler(choice, jdks, null, none.retyped());
    };
  }

  /** Extracts the library for this machine into a folder. */
  private static Reading<Path> extract(Path folder) {
    String machine =
        switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x64";
          case "aarch64" -> "arm64";
          default -> "";
        };
    if (machine.isEmpty() || !System.getProperty("os.name").equals("Linux")) {
      return Reading.unavailable(
          new ServiceReason.ProfilerUnusable(ServiceReason.ProfilerFault.OTHER_SYSTEM));
    }
    try (InputStream in = Profiler.class.getResourceAsStream("/linux-" + machine + "/" + LIBRARY)) {
      if (in == null) {
        return Reading.unavailable(
            new ServiceReason.ProfilerUnusable(ServiceReason.ProfilerFault.NO_JAR));
      }
      Path file = folder.resolve(LIBRARY);
      Files.copy(in, file);
      return Reading.of(file);
    } catch (IOException e) {
      return Reading.unavailable(
          new ServiceReason.NotWritten(
              ServiceReason.Written.PROFILER_LIBRARY, String.valueOf(e.getMessage())));
    }
  }

  /** The profile of a JVM that is about to start on a JDK; empty without a request. */
  public ForkProfile begin(Path jdk) {
    return ForkProfile.begin(choice == null ? null : way(jdk));
  }

  /**
   * How a JVM that Foliot starts is profiled.
   *
   * @param jdk the home of its JDK
   */
  synchronized ProfileWay way(Path jdk) {
    return ways.computeIfAbsent(jdk, this::find);
  }

  private ProfileWay find(Path jdk) {
    if (choice == ProfileChoice.JFR) {
      return jfr(jdk, null);
    }
    return switch (async(jdk)) {
      case Reading.Value<ProfileWay.Async>(ProfileWay.Async way) -> way;
      case Reading.Unavailable<ProfileWay.Async> none ->
          choice == ProfileChoice.ASYNC ? new ProfileWay.None(none.why()) : jfr(jdk, none.why());
    };
  }

  private Reading<ProfileWay.Async> async(Path jdk) {
    return switch (library) {
      case Reading.Value<Path>(Path file) ->
          scratch == null
              ? Reading.unavailable(
                  new ServiceReason.ProfilerUnusable(ServiceReason.ProfilerFault.NO_FOLDER))
              : tried(file, jdk, scratch.path());
      case Reading.Unavailable<Path> none -> none.retyped();
    };
  }

  /**
   * Tries it by profiling a short-lived JVM.
   *
   * @param jdk the JDK's home
   * @param scratch for a temporary file
   */
  private static Reading<ProfileWay.Async> tried(Path library, Path jdk, Path scratch) {
    ProfileWay.Async way = new ProfileWay.Async(library);
    Path file = scratch.resolve("try-" + Integer.toHexString(jdk.hashCode()) + ".jfr");
    List<String> words =
        List.of(
            jdk.resolve("bin").resolve("java").toString(),
            "-agentpath:" + library + "=" + way.start(file),
            "-version");
    ProcessBuilder program =
        Launcher.withoutInput(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    try (ChildProcess java = Launcher.singlesIfPossible(Programs.ofThisProcess()).start(program)) {
      boolean ended = java.hasEndedWithin(DEADLINE_NS);
      boolean wrote = Files.deleteIfExists(file);
      return ended && java.exitCode() == 0 && wrote
          ? Reading.of(way)
          : Reading.unavailable(
              new ServiceReason.ProfilerFailed(jdk.toString(), ended, ended ? java.exitCode() : 0));
    } catch (IOException e) {
      return Reading.unavailable(new ServiceReason.ProfilerUntried(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reading.unavailable(
          new SystemReason.Interrupted(SystemReason.Interruption.TRYING_PROFILER));
    }
  }

  /** A JDK without the module refuses to start with its flag. */
  private static ProfileWay jfr(Path jdk, @Nullable Reason why) {
    return StartedRecording.isPossible(jdk)
        ? new ProfileWay.Jfr(why)
        : new ProfileWay.None(new ServiceReason.NoFlightRecorder(jdk.toString()));
  }

  /** How a running JVM is profiled, the best way first; empty for none. */
  public List<ProfileWay> attachedWays() {
    List<ProfileWay> all = new ArrayList<>();
    if (choice == null) {
      return all;
    }
    Reason why = null;
    if (choice != ProfileChoice.JFR) {
      switch (library) {
        case Reading.Value<Path>(Path file) -> all.add(new ProfileWay.Async(file));
        case Reading.Unavailable<Path> none -> why = none.why();
      }
    }
    if (choice != ProfileChoice.ASYNC) {
      all.add(new ProfileWay.Jfr(why));
    }
    return List.copyOf(all);
  }

  /** Adds the profiler to an environment, because a comparison must report it as a difference. */
  public Map<String, Object> in(Map<String, Object> environment) {
    if (choice == null) {
      return environment;
    }
    Map<String, Object> all = new LinkedHashMap<>(environment);
    all.put("profile", label());
    return all;
  }

  /** {@code async}, {@code jfr}, {@code none}, or several of these. */
  private String label() {
    return jdks.stream()
        .map(this::way)
        .map(Profiler::label)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String label(ProfileWay way) {
    return switch (way) {
      case ProfileWay.Jfr jfr -> ProfileRecord.JFR;
      case ProfileWay.Async async -> ProfileRecord.ASYNC;
      case ProfileWay.None none -> "none";
    };
  }

  @Override
  public void close() {
    if (scratch != null) {
      scratch.close();
    }
  }
}
