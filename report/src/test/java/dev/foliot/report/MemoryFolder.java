package dev.foliot.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary folders in memory, where this system has room for them. A store forces each of its
 * files to the disk; the tests of pages write some thousand forks, and half of their time was that.
 */
public final class MemoryFolder implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ROOM = 1L << 30;

  @Override
  public Path createTempDirectory(
      AnnotatedElementContext elementContext, ExtensionContext extensionContext)
      throws IOException {
    return create("report-test");
  }

  static Path create(String name) throws IOException {
    return hasRoom() ? Files.createTempDirectory(MEMORY, name) : Files.createTempDirectory(name);
  }

  private static boolean hasRoom() throws IOException {
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ROOM;
  }
}
