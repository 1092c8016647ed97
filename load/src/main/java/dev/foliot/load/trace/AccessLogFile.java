package dev.foliot.load.trace;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The requests of an access log in the common or combined format of Apache and nginx.
 *
 * <p>Its times have whole seconds. The requests of a second are spread over it evenly, in their
 * order. For one thread.
 */
public final class AccessLogFile {
  private static final int LONGEST_LINE = 65_536;
  private static final int MOST_AT_ONCE = 1_000_000;

  /** Host, identity, user, time, request, status and bytes; the rest does not matter. */
  private static final Pattern LINE =
      Pattern.compile(
          "\\S++ \\S++ [^\\[\"]*+\\[([^]]{1,60})] \"((?:[^\"\\\\]++|\\\\.)*+)\" ([0-9]{3})"
              + " (?:[0-9]++|-)(?: .*+)?");

  private static final Pattern ESCAPED = Pattern.compile("\\\\(?:x([0-9A-Fa-f]{2})|(.))");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  private final Path file;
  private final Consumer<RecordedRequest> sink;
  private final List<RecordedRequest> ofSecond = new ArrayList<>();
  private String timeText = "";
  private long timeNs;

  private AccessLogFile(Path file, Consumer<RecordedRequest> sink) {
    this.file = file;
    this.sink = sink;
  }

  /**
   * Reads a file.
   *
   * @param sink takes each request, in the order of the file
   * @throws FoliotException if it is no such file, with the line and the remedy
   */
  public static void read(Path file, Consumer<RecordedRequest> sink) {
    AccessLogFile log = new AccessLogFile(file, sink);
    int number = 0;
    // one byte a character: a file that is no text fails at its first bad line
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = log.next(lines, 1); line != null; line = log.next(lines, number + 1)) {
        number++;
        if (!line.isBlank()) {
          log.take(line, number);
        }
      }
    } catch (IOException e) {
      throw FoliotException.usage(
          Shown.text(file.toString()) + " cannot be read: give an access log that is readable");
    }
    log.flush();
  }

  /** The next line; an endless one must not fill the memory. */
  private @Nullable String next(BufferedReader lines, int number) throws IOException {
    StringBuilder line = new StringBuilder();
    int c = lines.read();
    if (c < 0) {
      return null;
    }
    while (c >= 0 && c != '\n') {
      if (line.length() >= LONGEST_LINE) {
        throw refusal(number, "the line is longer than " + LONGEST_LINE + " characters");
      }
      line.append((char) c);
      c = lines.read();
    }
    return line.toString().strip();
  }

  private FoliotException refusal(int line, String why) {
    return FoliotException.usage(Shown.text(file.toString()) + ":" + line + ": " + why);
  }

  private void take(String line, int number) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw refusal(
          number,
          "this is no line of an access log; give one in the common or combined format, as in"
              + " 10.0.0.1 - - [10/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.1\" 200 17");
    }
    if (!parts.group(1).equals(timeText)) {
      long before = timeNs;
      timeText = parts.group(1);
      timeNs = timeNs(timeText, number);
      if (before != timeNs) {
        flush();
      }
    }
    if (ofSecond.size() == MOST_AT_ONCE) {
      throw refusal(number, "more than " + MOST_AT_ONCE + " requests have one time; give a part");
    }
    String[] request = parts.group(2).split(" ", -1);
    boolean isRequest = request.length == 3 && request[2].startsWith("HTTP/");
    ofSecond.add(
        new RecordedRequest(
            timeNs,
            isRequest ? request[0] : "",
            isRequest ? unescaped(request[1]) : "",
            List.of(),
            null,
            Integer.parseInt(parts.group(3))));
  }

  private long timeNs(String text, int number) {
    try {
      return Math.multiplyExact(OffsetDateTime.parse(text, TIME).toEpochSecond(), SECOND_NS);
    } catch (DateTimeParseException | ArithmeticException e) {
      throw refusal(
          number,
          "'" + Shown.text(text, 60) + "' is no time; write it as in 10/Oct/2026:13:55:36 +0000");
    }
  }

  /** Servers write what could break a line as {@code \x22}; a path has it as {@code %22}. */
  private static String unescaped(String path) {
    if (path.indexOf('\\') < 0) {
      return path;
    }
    return ESCAPED
        .matcher(path)
        .replaceAll(found ->
            found.group(1) != null
                ? "%" + found.group(1).toUpperCase(Locale.ROOT)
                : "%%%02X".formatted((int) found.group(2).charAt(0)));
  }

  /** Passes the requests of one second on. */
  private void flush() {
    int count = ofSecond.size();
    for (int i = 0; i < count; i++) {
      RecordedRequest one = ofSecond.get(i);
      sink.accept(
          new RecordedRequest(
              one.atNs() + SECOND_NS * i / count,
              one.method(),
              one.target(),
              one.headers(),
              one.body(),
              one.status()));
    }
    ofSecond.clear();
  }
}
