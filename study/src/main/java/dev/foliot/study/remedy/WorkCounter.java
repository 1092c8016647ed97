package dev.foliot.study.remedy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The running total of operations in a program's output, such as {@code processed 1,204,000}.
 *
 * <p>It is the number behind a text, on the last line with one. Several in a line, such as one per
 * thread, are added; a line whose sum exceeds 64 bits has none. The output is untrusted: a limited
 * part is read, and only this number is used.
 *
 * @param log the program's output
 * @param text before the number
 */
record WorkCounter(Path log, String text) {
  private static final int BYTES = 1 << 16;
  private static final int MOST_DIGITS = 18;
  private static final Pattern NUMBER =
      Pattern.compile(
          "\\s{0,8}(\\d{1,3}(?:,\\d{3}){1,5}(?![\\d,])|\\d{1," + MOST_DIGITS + "}(?!\\d))");

  /**
   * The total so far; empty before the first.
   *
   * @throws IOException if the file is unreadable
   */
  OptionalLong now() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      long from = Math.max(0, file.length() - BYTES);
      file.seek(from);
      byte[] bytes = new byte[BYTES];
      int length = 0;
      int more = file.read(bytes);
      while (more > 0 && length + more < BYTES) {
        length += more;
        more = file.read(bytes, length, BYTES - length);
      }
      length += Math.max(0, more);
      return last(new String(bytes, 0, length, StandardCharsets.UTF_8), text, from > 0);
    }
  }

  /**
   * The total on the last line of a text. Pure.
   *
   * @param isCut whether the first line has lost its beginning, and so does not count
   */
  static OptionalLong last(String printed, String text, boolean isCut) {
    int end = printed.lastIndexOf('\n');
    if (end < 0) {
      return OptionalLong.empty();
    }
    List<String> lines = printed.substring(0, end).lines().toList();
    for (int i = lines.size() - 1; i >= (isCut ? 1 : 0); i--) {
      OptionalLong total = of(lines.get(i), text);
      if (total.isPresent()) {
        return total;
      }
    }
    return OptionalLong.empty();
  }

  private static OptionalLong of(String line, String text) {
    long total = 0;
    boolean any = false;
    Matcher number = NUMBER.matcher(line);
    for (int at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      number.region(at + text.length(), line.length());
      if (number.lookingAt()) {
        total += Long.parseLong(number.group(1).replace(",", ""));
        if (total < 0) {
          return OptionalLong.empty();
        }
        any = true;
      }
    }
    return any ? OptionalLong.of(total) : OptionalLong.empty();
  }
}
