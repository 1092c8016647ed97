package dev.foliot.cli.frame;

import dev.foliot.text.FoliotException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A result that goes into a file that the user named. */
public final class ResultFile {
  private ResultFile() {}

  /** What goes into it. */
  public interface Content {
    void write(OutputStream out) throws IOException;
  }

  /**
   * Writes it in one step: nobody meets half a file, and one that was there stays if this fails.
   *
   * @throws FoliotException if it cannot be written
   */
  public static void write(Path file, Content content) {
    Path whole = file.toAbsolutePath();
    Path part = whole.resolveSibling(".foliot-" + ProcessHandle.current().pid() + ".part");
    try {
      try {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
          content.write(out);
        }
        Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new FoliotException(
          FoliotException.Cause.ENVIRONMENT,
          "%s cannot be written (%s): name another file with --output".formatted(file, reason(e)));
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied";
      case NoSuchFileException missing -> "no such folder";
      case FileSystemException specific when specific.getReason() != null -> specific.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }
}
