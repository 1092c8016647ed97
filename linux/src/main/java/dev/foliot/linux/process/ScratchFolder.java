package dev.foliot.linux.process;

import dev.foliot.linux.Reading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder for what other programs write, which nobody else may read; closing it removes it with
 * all that is in it. For one thread.
 */
public final class ScratchFolder implements AutoCloseable {
  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes one among the system's temporary files.
   *
   * @param prefix of its name
   */
  public static Reading<ScratchFolder> of(String prefix) {
    try {
      return Reading.of(new ScratchFolder(Files.createTempDirectory(prefix)));
    } catch (IOException e) {
      return Reading.unavailable(
          "there is no folder for temporary files: " + e.getMessage(), "set java.io.tmpdir");
    }
  }

  /** Where it is. */
  public Path path() {
    return path;
  }

  /** What cannot be removed is left: what was read of it counts all the same. */
  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path left : all.toList().reversed()) {
        Files.deleteIfExists(left);
      }
    } catch (IOException | UncheckedIOException e) {
      return;
    }
  }
}
