package dev.foliot.fleet.engine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A new folder that only its owner can open, deleted on close. */
public record TemporaryFolder(Path path) implements AutoCloseable {
  /** The names begin with this: other processes have folders in the same place. */
  public static String prefix() {
    return "foliot-fleet-" + ProcessHandle.current().pid() + "-";
  }

  public static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix()).toAbsolutePath());
  }

  /** Deletes the folder; for links, not their targets. */
  @Override
  public void close() throws IOException {
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
