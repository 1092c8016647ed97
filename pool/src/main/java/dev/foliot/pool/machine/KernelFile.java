package dev.foliot.pool.machine;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Reads small kernel files, which may be missing, forbidden or malformed. It then returns no value
 * and never fails: a pool works without it.
 *
 * <p>It uses the oldest kind of stream. A channel takes ten times as long in code that runs twenty
 * times a second and stays uncompiled for minutes.
 */
final class KernelFile {
  private static final int FIRST_BYTES = 8 << 10;
  private static final int MOST_BYTES = 4 << 20;

  private KernelFile() {}

  /** The text; null if unreadable. */
  static @Nullable String text(Path file) {
    byte[] bytes = bytes(file);
    return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1).strip();
  }

  /** The content; null if unreadable. */
  static byte @Nullable [] bytes(Path file) {
    try (InputStream in = new FileInputStream(file.toFile())) {
      byte[] bytes = new byte[FIRST_BYTES];
      int length = 0;
      int read = in.read(bytes, 0, bytes.length);
      while (read > 0) {
        length += read;
        if (length == MOST_BYTES) {
          break;
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
        read = in.read(bytes, length, bytes.length - length);
      }
      return Arrays.copyOf(bytes, length);
    } catch (IOException | SecurityException | UnsupportedOperationException e) {
      return null;
    }
  }

  /** The lines; empty if unreadable. */
  static List<String> lines(Path file) {
    String text = text(file);
    return text == null ? List.of() : List.of(split(text, "\n"));
  }

  /** The words of a line, separated by spaces. */
  static String[] words(String line) {
    return split(line, " \t");
  }

  /** Returns the non-empty parts. A pattern would take several times as long. */
  private static String[] split(String text, String separators) {
    StringTokenizer parts = new StringTokenizer(text, separators);
    String[] split = new String[Math.max(1, parts.countTokens())];
    split[0] = "";
    for (int i = 0; parts.hasMoreTokens(); i++) {
      split[i] = parts.nextToken();
    }
    return split;
  }

  /** Parses a whole number of 0 or more; -1 for anything else, including values above a long. */
  static long number(String text) {
    if (text.isEmpty() || text.charAt(0) == '+') {
      return -1;
    }
    try {
      return Math.max(-1, Long.parseLong(text));
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
