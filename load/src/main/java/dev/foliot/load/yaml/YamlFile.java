package dev.foliot.load.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a file. Stateless. */
public final class YamlFile {
  private YamlFile() {}

  /**
   * Reads it; empty if it cannot be used, which is reported.
   *
   * @param longest the maximum number of bytes
   * @param what it should be, such as {@code a study file}
   */
  public static String read(Path file, int longest, String what, Complaints complaints) {
    if (!Files.isRegularFile(file)) {
      complaints.add(
          0,
          Files.exists(file)
              ? "this is no regular file; name " + what
              : "there is no such file; name " + what);
      return "";
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(longest + 1);
    } catch (IOException e) {
      complaints.add(0, "it cannot be read (" + e.getMessage() + "); see its permissions");
      return "";
    }
    if (bytes.length > longest) {
      complaints.add(0, "it is longer than " + longest / 1024 + " KiB; some lines are enough");
      return "";
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult decoded = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    String text = out.flip().toString();
    if (decoded.isError()) {
      complaints.add(
          1 + (int) text.chars().filter(c -> c == '\n').count(),
          "this is not UTF-8; save the file as UTF-8");
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
