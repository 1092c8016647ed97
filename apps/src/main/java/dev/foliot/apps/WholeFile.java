package dev.foliot.apps;

import dev.foliot.apps.service.EnvironmentException;
import dev.foliot.apps.service.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that exist complete or not at all. */
final class WholeFile {
  private WholeFile() {}

  /** Writes next to the file and renames: readers never get half of it. */
  static void write(Path file, String text) throws EnvironmentException {
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    try {
      Path beside = Files.createTempFile(folder, ".foliot", ".tmp");
      try {
        Files.writeString(beside, text);
        Files.move(beside, absolute, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException | RuntimeException e) {
      throw new EnvironmentException(
          "the file "
              + Shown.text(file.toString())
              + " cannot be written ("
              + Shown.fault(e)
              + "): choose a folder that is there and may be written to");
    }
  }
}
