package dev.foliot.service.profile;

import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.store.ProfileRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the JVMs of a run are profiled. What is to be used is tried first: a library that
 * does not load would end the JVM that is to be measured. Safe for any thread.
 */
public final class Profiler implements AutoCloseable {
  private final ProfileChoice choice;
  private final @Nullable ScratchFolder scratch;
  private final Reading<Path> library;
  private final Map<Path, ProfileWay> ways = new HashMap<>();

  private Profiler(ProfileChoice choice, @Nullable ScratchFolder scratch, Reading<Path> library) {
    this.choice = choice;
    this.scratch = scratch;
    this.library = library;
  }

  /** One for a choice. What it unpacks is removed when it is closed. */
  public static Profiler of(ProfileChoice choice) {
    if (choice == ProfileChoice.JFR) {
      return new Profiler(choice, null, Reading.unavailable("it was not asked for", "ask for it"));
    }
    return switch (ScratchFolder.ofPlain("foliot-profile-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) ->
          new Profiler(choice, folder, AsyncLibrary.extract(folder.path()));
      case Reading.Unavailable<ScratchFolder> none -> new Profiler(choice, null, none.retyped());
    };
  }

  /**
   * How a JVM that Foliot starts is profiled.
   *
   * @param jdk the home of its JDK
   */
  public synchronized ProfileWay way(Path jdk) {
    return ways.computeIfAbsent(jdk, this::find);
  }

  private ProfileWay find(Path jdk) {
    if (choice == ProfileChoice.JFR) {
      return jfr(jdk, null);
    }
    return switch (async(jdk)) {
      case Reading.Value<ProfileWay.Async>(ProfileWay.Async way) -> way;
      case Reading.Unavailable<ProfileWay.Async>(String reason, String remedy) ->
          choice == ProfileChoice.ASYNC
              ? new ProfileWay.None(reason + "; " + remedy)
              : jfr(jdk, reason);
    };
  }

  private Reading<ProfileWay.Async> async(Path jdk) {
    return switch (library) {
      case Reading.Value<Path>(Path file) ->
          scratch == null
              ? Reading.unavailable("there is no folder for it", "free some space")
              : AsyncLibrary.tried(file, jdk, scratch.path());
      case Reading.Unavailable<Path> none -> none.retyped();
    };
  }

  /** A JDK without the module would not start with its flag. */
  private static ProfileWay jfr(Path jdk, @Nullable String reason) {
    return Files.isRegularFile(jdk.resolve("lib").resolve("jfr").resolve("default.jfc"))
        ? new ProfileWay.Jfr(reason)
        : new ProfileWay.None(
            "the JDK "
                + jdk
                + " has no flight recorder (lib/jfr); give one with the module jdk.jfr");
  }

  /** The ways for a JVM that runs already and that Foliot attaches to, the better first. */
  public List<ProfileWay> attachedWays() {
    List<ProfileWay> all = new ArrayList<>();
    String reason = null;
    if (choice != ProfileChoice.JFR) {
      switch (library) {
        case Reading.Value<Path>(Path file) -> all.add(new ProfileWay.Async(file));
        case Reading.Unavailable<Path>(String why, String remedy) -> reason = why;
      }
    }
    if (choice != ProfileChoice.ASYNC) {
      all.add(new ProfileWay.Jfr(reason));
    }
    return List.copyOf(all);
  }

  /** Why some of these JDKs cannot be profiled as it was asked for; empty where all can. */
  public List<String> refusals(Collection<Path> jdks) {
    return jdks.stream()
        .map(this::way)
        .filter(ProfileWay.None.class::isInstance)
        .map(way -> ((ProfileWay.None) way).reason())
        .distinct()
        .toList();
  }

  /**
   * By what JVMs of some JDKs are profiled, for the conditions of a run: {@code async}, {@code
   * jfr}, {@code none}, or several of these.
   */
  public String said(Collection<Path> jdks) {
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
