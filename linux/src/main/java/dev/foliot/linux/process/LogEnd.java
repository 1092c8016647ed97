package dev.foliot.linux.process;

import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The end of what a program printed, which says most about how it died. It is shown, never parsed.
 */
public final class LogEnd {
  private static final int BYTES = 16_384;
  private static final int LINES = 3;
  private static final int LONGEST_LINE = 160;
  private static final Pattern FRAME =
      Pattern.compile(
          "\\s+(at \\S+\\(.{0,200}\\)( ~?\\[.{0,200}])?|\\.\\.\\. [0-9]+ (more|common frames"
              + " omitted))\\s*");

  private LogEnd() {}

  /** The last lines of a file in one, to be put behind a sentence. */
  public static String of(Path log) {
    return "; " + of(tail(log));
  }

  /**
   * The last lines of a text in one, with words before them; without the frames of Java's stack
   * traces, which stand behind the message that matters.
   */
  public static String of(String text) {
    List<String> all = text.lines().filter(line -> !line.isBlank()).toList();
    List<String> some = all.stream().filter(line -> !FRAME.matcher(line).matches()).toList();
    List<String> lines = some.isEmpty() ? all : some;
    if (lines.isEmpty()) {
      return "it printed nothing";
    }
    return lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
        .map(line -> Shown.text(line.strip(), LONGEST_LINE))
        .collect(Collectors.joining(" | ", "the end of its output: ", ""));
  }

  private static String tail(Path log) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(Math.max(0, file.length() - BYTES));
      byte[] bytes = new byte[BYTES];
      int length = Math.max(0, file.read(bytes));
      return new String(bytes, 0, length, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
