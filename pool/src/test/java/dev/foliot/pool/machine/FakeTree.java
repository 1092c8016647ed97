package dev.foliot.pool.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes files that imitate a kernel's /proc and /sys. */
final class FakeTree {
  private final Path root;

  FakeTree(Path root) {
    this.root = root;
  }

  /** Writes a file of these lines, each with a line feed, as the kernel does. */
  FakeTree file(String path, String... lines) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.resolve("..").normalize());
      Files.writeString(file, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  FakeTree remove(String path) {
    try {
      Files.delete(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
