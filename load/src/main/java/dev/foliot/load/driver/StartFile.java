package dev.foliot.load.driver;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.OptionalLong;

/**
 * The file with a driver's start time for its parent. It is beside the result, which comes only at
 * the end.
 */
final class StartFile {
  private StartFile() {}

  /** The file for a result. */
  static Path beside(Path result) {
    return result.resolveSibling(result.getFileName() + ".start");
  }

  /** Writes it in one step: a reader finds it complete or missing. */
  static void write(Path file, long startNanoTime) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, Long.toString(startNanoTime), StandardCharsets.US_ASCII);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads it; empty while the file is missing. */
  static OptionalLong read(Path file) throws IOException {
    // not with NIO, where an interrupt would look like an unreadable file
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return OptionalLong.of(Long.parseLong(text));
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    }
  }
}
