package dev.foliot.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders for what several tests share; they are deleted when the JVM ends. */
final class Scratch {
  private static final Path ROOT = root();

  private Scratch() {}

  private static Path root() {
    try {
      Path root = MemoryFolder.create("report-tests");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path folder(String name) {
    try {
      return Files.createTempDirectory(ROOT, name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
