package dev.foliot.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a tree of files that stands for a kernel's /proc and /sys. */
public final class FakeKernel {
  private final Path root;

  public FakeKernel(Path root) {
    this.root = root;
    directory("proc");
  }

  public Path root() {
    return root;
  }

  /** A file of these lines, each ended by a line feed, as the kernel writes them. */
  public FakeKernel file(String path, String... lines) {
    String text = lines.length == 0 ? "" : String.join("\n", lines) + "\n";
    return bytes(path, text.getBytes(StandardCharsets.UTF_8));
  }

  public FakeKernel bytes(String path, byte[] bytes) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.resolve("..").normalize());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  public FakeKernel directory(String path) {
    try {
      Files.createDirectories(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
