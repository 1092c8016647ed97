package dev.foliot.hotspot.flight;

import dev.foliot.linux.Reading;
import dev.foliot.text.ServiceReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A flight recording of a JVM that is about to start, from its start to its end. Immutable.
 *
 * <p>The JVM writes its file when it ends normally. Nothing attaches to it while it runs.
 *
 * @param flags the JVM's options
 * @param file of the recording
 */
public record StartedRecording(List<String> flags, Path file) {
  /** The name of the recording's file. */
  public static final String FILE = "recording.jfr";

  /** Keeps a copy. */
  public StartedRecording {
    flags = List.copyOf(flags);
  }

  /**
   * Prepares a recording.
   *
   * @param folder for its files
   * @param settings the events, in the form of a .jfc file
   * @param stackDepth the most frames of a stack
   */
  public static Reading<StartedRecording> in(Path folder, String settings, int stackDepth) {
    Path jfc = folder.resolve("settings.jfc");
    try {
      Files.writeString(jfc, settings);
    } catch (IOException e) {
      return Reading.unavailable(
          new ServiceReason.NotWritten(
              ServiceReason.Written.FLIGHT_SETTINGS, String.valueOf(e.getMessage())));
    }
    Path file = folder.resolve(FILE);
    return Reading.of(
        new StartedRecording(
            List.of(
                "-XX:FlightRecorderOptions=stackdepth="
                    + stackDepth
                    + ",repository="
                    + folder.resolve("repository"),
                "-XX:StartFlightRecording=settings="
                    + jfc
                    + ",filename="
                    + file
                    + ",dumponexit=true,maxsize=256M"),
            file));
  }

  /** Whether a JDK has a flight recorder; one without refuses to start with the flags. */
  public static boolean isPossible(Path jdk) {
    return Files.isRegularFile(jdk.resolve("lib").resolve("jfr").resolve("default.jfc"));
  }

  /** Whether the JVM has written it: it creates the file at its start and fills it at its end. */
  public static boolean isWritten(Path file) {
    try {
      return Files.size(file) > 0;
    } catch (IOException e) {
      return false;
    }
  }
}
