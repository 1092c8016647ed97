package dev.foliot.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes files that imitate a kernel's /proc and /sys. */
public final class FakeKernel {
  private final Path root;

  public FakeKernel(Path root) {
    this.root = root;
    directory("proc");
  }

  public Path root() {
    return root;
  }

  /** Writes a file of these lines, each with a line feed, as the kernel does. */
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
