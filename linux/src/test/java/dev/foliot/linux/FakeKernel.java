package dev.foliot.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a tree of files that stands for a kernel's /proc and /sys. */
final class FakeKernel {
  private final Path root;

  FakeKernel(Path root) {
    this.root = root;
    directory("proc");
  }

  Path root() {
    return root;
  }

  /** A file of these lines, each ended by a line feed, as the kernel writes them. */
  FakeKernel file(String path, String... lines) {
    String text = lines.length == 0 ? "" : String.join("\n", lines) + "\n";
    return bytes(path, text.getBytes(StandardCharsets.UTF_8));
  }

  FakeKernel bytes(String path, byte[] bytes) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.resolve("..").normalize());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  FakeKernel directory(String path) {
    try {
      Files.createDirectories(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
