package dev.foliot.load;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;

/**
 * Where a driver says when its load begins, to whoever started it: beside its result, which comes
 * at the end only.
 */
final class StartFile {
  private StartFile() {}

  /** The file of a result. */
  static Path beside(Path result) {
    return result.resolveSibling(result.getFileName() + ".start");
  }

  /** Writes it in one step: who reads it finds all of it, or none. */
  static void write(Path file, long startNanoTime) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, Long.toString(startNanoTime), StandardCharsets.US_ASCII);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** What it says; empty as long as it is not there. */
  static OptionalLong read(Path file) throws IOException {
    // not by NIO, where an interrupt would look like a file that cannot be read
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return OptionalLong.of(Long.parseLong(text));
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    }
  }
}
