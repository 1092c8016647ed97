package dev.foliot.linux.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds programs as a shell would, in the folders of a PATH.
 *
 * @param path the folders, with the platform's separator between them
 */
public record Programs(String path) {
  /** Where this process looks. */
  public static Programs ofThisProcess() {
    String path = System.getenv("PATH");
    return new Programs(path == null ? "" : path);
  }

  /** Finds a program: a name with a slash is its path, others are searched. */
  public Optional<Path> find(String name) {
    try {
      if (name.contains("/")) {
        return Optional.of(Path.of(name).toAbsolutePath()).filter(Programs::isProgram);
      }
      return Stream.of(path.split(File.pathSeparator, -1))
          .filter(folder -> !folder.isEmpty())
          .map(folder -> Path.of(folder, name))
          .filter(Programs::isProgram)
          .findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
