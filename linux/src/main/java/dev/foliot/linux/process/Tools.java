package dev.foliot.linux.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds programs in the folders of a PATH.
 *
 * @param path the folders, with the platform's separator between them
 */
public record Tools(String path) {
  /** Where this process looks. */
  public static Tools ofThisProcess() {
    String path = System.getenv("PATH");
    return new Tools(path == null ? "" : path);
  }

  /** Where a program is, by its name; empty where it is in none of the folders. */
  public Optional<Path> find(String name) {
    try {
      return Stream.of(path.split(File.pathSeparator, -1))
          .filter(folder -> !folder.isEmpty())
          .map(folder -> Path.of(folder, name))
          .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
          .findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
