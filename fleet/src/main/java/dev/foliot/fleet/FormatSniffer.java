package dev.foliot.fleet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** Recognises a file's format by its first 64 kB. Uses its name only if these are ambiguous. */
final class FormatSniffer {
  private static final int HEAD = 1 << 16;
  private static final byte[] PARQUET = {'P', 'A', 'R', '1'};
  private static final Pattern ANSWER =
      Pattern.compile("\\A\\{\\s*\"(status|data|resultType)\"\\s*:.*", Pattern.DOTALL);
  private static final Pattern ANSWERED =
      Pattern.compile(
          "\"resultType\"|\\A\\{\\s*\"status\"\\s*:\\s*\"error\"\\s*,\\s*\"errorType\"");
  private static final Pattern COMMENT = Pattern.compile("#\\s*(HELP|TYPE|UNIT|EOF)\\b.*");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*\\}\\s*|\\s+)(NaN|[+-]?(Inf|[0-9.]+([eE][+-]?[0-9]+)?))"
              + "(\\s+-?[0-9.eE+]+)?(\\s+#.*)?\\s*");

  private FormatSniffer() {}

  /**
   * Recognises a file's format.
   *
   * @throws FleetException for an empty or unreadable file
   */
  static InputFile sniff(Path path) throws IOException {
    String name = Texts.line(path.toString(), 200);
    byte[] head = head(path);
    if (head.length == 0) {
      throw new FleetException(name + " is empty: give a file with data");
    }
    if (startsWith(head, PARQUET)) {
      return new InputFile(path, Format.PARQUET, StandardCharsets.UTF_8, false);
    }
    boolean gzip = head.length > 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B;
    byte[] plain = gzip ? inflated(head, name) : head;
    Charset charset = charset(plain);
    String text = new String(plain, charset);
    text = (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
    if (text.isEmpty()) {
      throw new FleetException(name + " is empty: give a file with data");
    }
    return new InputFile(path, format(name, text), charset, gzip);
  }

  private static byte[] head(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(HEAD);
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] start) {
    for (int i = 0; i < start.length; i++) {
      if (i >= bytes.length || bytes[i] != start[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] inflated(byte[] head, String name) throws IOException {
    byte[] plain = new byte[HEAD];
    int length = 0;
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(head))) {
      for (int n = 0; n >= 0 && length < HEAD; n = in.read(plain, length, HEAD - length)) {
        length += n;
      }
    } catch (IOException e) {
      // the head of a longer file ends within a value
      if (length == 0) {
        throw new FleetException(name + " begins like gzip but is not: " + e.getMessage(), e);
      }
    }
    return java.util.Arrays.copyOf(plain, length);
  }

  private static Charset charset(byte[] head) {
    int first = head.length > 1 ? ((head[0] & 0xFF) << 8) | (head[1] & 0xFF) : 0;
    if (first == 0xFEFF) {
      return StandardCharsets.UTF_16BE;
    }
    if (first == 0xFFFE) {
      return StandardCharsets.UTF_16LE;
    }
    // without end of input, half a character at the end of the head is no error
    boolean utf8 =
        !StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length + 1), false)
            .isError();
    return utf8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
  }

  private static Format format(String name, String text) {
    if (controls(text) * 20 > text.length()) {
      throw unknown(name);
    }
    char first = text.charAt(0);
    if (first == '{' || first == '[') {
      boolean answer = ANSWER.matcher(text).matches() && ANSWERED.matcher(text).find();
      return answer ? Format.PROMETHEUS : Format.JSON_LINES;
    }
    String line = text.lines().filter(one -> !one.isBlank()).findFirst().orElse("");
    if (COMMENT.matcher(line).matches()) {
      return Format.OPENMETRICS;
    }
    String sample =
        text.lines().filter(one -> !one.isBlank() && !one.startsWith("#")).findFirst().orElse("");
    if (sample.length() < 10_000 && SAMPLE.matcher(sample).matches()) {
      return Format.OPENMETRICS;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (line.chars().anyMatch(c -> CsvRows.DELIMITERS.indexOf(c) >= 0)
        || lower.endsWith(".csv")
        || lower.endsWith(".tsv")) {
      return Format.CSV;
    }
    throw unknown(name);
  }

  private static long controls(String text) {
    return text.chars().filter(c -> c < 32 && c != '\n' && c != '\r' && c != '\t').count();
  }

  private static FleetException unknown(String name) {
    return new FleetException(
        name
            + " is no CSV, Parquet, JSON lines, answer of Prometheus or OpenMetrics text: give it"
            + " as one of these");
  }
}
