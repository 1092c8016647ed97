package dev.foliot.service.profile;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder of its own that only this user may enter, for what a profiler writes and this process
 * reads. Its name is one that flags of a JVM can hold: no blank, no comma.
 *
 * @param path of it
 */
record ScratchFolder(Path path) implements AutoCloseable {
  private static final String PLAIN = "[A-Za-z0-9_./+-]+";

  static Reading<ScratchFolder> make() {
    Path path;
    try {
      path = Files.createTempDirectory("foliot-profile-");
    } catch (IOException e) {
      return Reading.unavailable(
          "no folder can be made for a profile: " + e.getMessage(), "free some space");
    }
    ScratchFolder folder = new ScratchFolder(path);
    if (path.toString().matches(PLAIN)) {
      return Reading.of(folder);
    }
    folder.close();
    return Reading.unavailable(
        "a JVM's flags take no path with blanks or signs such as " + path,
        "set TMPDIR to a plain one");
  }

  /** Removes it with all that is in it. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path left : all.toList().reversed()) {
        Files.deleteIfExists(left);
      }
    } catch (IOException | UncheckedIOException e) {
      // a JVM that is about to end may still write; what is left counts nowhere
      return;
    }
  }
}
