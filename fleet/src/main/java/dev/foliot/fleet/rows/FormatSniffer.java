package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.rows.InputFile.Compression;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognises a file's compression, encoding and layout by its first megabyte. */
public final class FormatSniffer {
  private static final byte[] PARQUET = {'P', 'A', 'R', '1'};
  private static final byte[] GZIP = {0x1F, (byte) 0x8B};
  private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] XZ = {(byte) 0xFD, '7', 'z', 'X', 'Z'};
  private static final byte[] BZIP = {'B', 'Z', 'h'};
  private static final int TAR_MARK = 257;

  private FormatSniffer() {}

  /**
   * Recognises a file's format.
   *
   * @param asked the encoding; null for UTF-8, or UTF-16 with a byte order mark
   * @param columns the names of its columns, if it is a table without a line of names; or empty
   * @throws FleetException for an empty or unreadable file
   */
  public static InputFile sniff(Path path, @Nullable Charset asked, List<String> columns)
      throws IOException {
    return sniff(path, Texts.line(path.toString(), 200), asked, columns);
  }

  /**
   * Recognises the format of a file that messages call {@code name}.
   *
   * @throws FleetException for an empty or unreadable file
   */
  public static InputFile sniff(
      Path path, String name, @Nullable Charset asked, List<String> columns) throws IOException {
    byte[] head = head(path);
    if (head.length == 0) {
      throw new FleetException(name + " is empty: give a file with data");
    }
    if (startsWith(head, PARQUET)) {
      return new InputFile(
          path, name, Format.PARQUET, StandardCharsets.UTF_8, Compression.NONE, List.of());
    }
    refuseArchives(name, head);
    Compression compression =
        startsWith(head, GZIP)
            ? Compression.GZIP
            : startsWith(head, ZSTD) ? Compression.ZSTD : Compression.NONE;
    byte[] plain = compression == Compression.NONE ? head : inflated(head, compression, name);
    refuseArchives(name, plain);
    if (asked == null && isBinary(plain)) {
      String wide = wide(plain);
      if (wide != null) {
        throw new FleetException(
            "%s looks like UTF-16, but no mark says so: say it with --encoding %s"
                .formatted(name, wide));
      }
      throw unknown(name);
    }
    Charset charset = asked != null ? asked : charset(name, plain);
    String text = new String(plain, charset);
    text = (text.startsWith("\uFEFF") ? text.substring(1) : text).stripLeading();
    if (text.isEmpty()) {
      throw new FleetException(name + " is empty: give a file with data");
    }
    Format format = columns.isEmpty() ? Format.of(new Head(text, name)) : Format.CSV;
    if (format == null) {
      throw unknown(name);
    }
    return new InputFile(path, name, format, charset, compression, columns);
  }

  private static byte[] head(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(Head.BYTES);
    }
  }

  private static boolean startsWith(byte[] bytes, byte[] start) {
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  private static void refuseArchives(String name, byte[] head) {
    boolean tar =
        head.length > TAR_MARK + 5
            && new String(head, TAR_MARK, 5, StandardCharsets.ISO_8859_1).equals("ustar");
    if (tar || startsWith(head, ZIP)) {
      throw new FleetException(
          "%s is an archive (%s): unpack it, and name the files in it"
              .formatted(name, tar ? "tar" : "zip"));
    }
    if (startsWith(head, XZ) || startsWith(head, BZIP)) {
      throw new FleetException(
          name + " is compressed by xz or bzip2: unpack it, or use gzip or zstd");
    }
  }

  private static byte[] inflated(byte[] head, Compression compression, String name) {
    byte[] plain = new byte[Head.BYTES];
    int length = 0;
    try (InputStream in = compression.inflated(new ByteArrayInputStream(head))) {
      for (int n = 0;
          n >= 0 && length < Head.BYTES;
          n = in.read(plain, length, Head.BYTES - length)) {
        length += n;
      }
    } catch (IOException e) {
      // the head of a longer file ends within a value
      if (length == 0) {
        throw new FleetException(
            "%s begins like %s but is not: %s"
                .formatted(name, compression == Compression.GZIP ? "gzip" : "zstd", e.getMessage()),
            e);
      }
    }
    return Arrays.copyOf(plain, length);
  }

  private static Charset charset(String name, byte[] head) {
    Charset marked = utf16(head);
    if (marked != null) {
      return marked;
    }
    // without end of input, half a character at the end of the head is no error
    boolean utf8 =
        !StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(head), CharBuffer.allocate(head.length + 1), false)
            .isError();
    if (!utf8) {
      throw notUtf8(name, null);
    }
    return StandardCharsets.UTF_8;
  }

  /** The failure for bytes that are not of the encoding. */
  public static FleetException notUtf8(String name, @Nullable Throwable cause) {
    return new FleetException(
        name
            + " is not UTF-8, and no mark says what it is: say it with --encoding, as"
            + " --encoding windows-1252",
        cause);
  }

  /** Whether many bytes are control characters; in UTF-16 every other one is. */
  private static boolean isBinary(byte[] head) {
    int controls = 0;
    for (byte one : head) {
      controls += one >= 0 && one < 32 && one != '\n' && one != '\r' && one != '\t' ? 1 : 0;
    }
    return controls * 20L > head.length && utf16(head) == null;
  }

  private static @Nullable Charset utf16(byte[] head) {
    int first = head.length > 1 ? ((head[0] & 0xFF) << 8) | (head[1] & 0xFF) : 0;
    return switch (first) {
      case 0xFEFF -> StandardCharsets.UTF_16BE;
      case 0xFFFE -> StandardCharsets.UTF_16LE;
      default -> null;
    };
  }

  /** UTF-16 without a mark: every other byte is 0. */
  private static @Nullable String wide(byte[] head) {
    int[] zeros = new int[2];
    for (int i = 0; i < head.length; i++) {
      zeros[i % 2] += head[i] == 0 ? 1 : 0;
    }
    int most = head.length / 2;
    if (10 * Math.max(zeros[0], zeros[1]) < 9 * most || 10 * Math.min(zeros[0], zeros[1]) > most) {
      return null;
    }
    return zeros[0] > zeros[1] ? "utf-16be" : "utf-16le";
  }

  private static FleetException unknown(String name) {
    return new FleetException(
        name
            + " is in no layout that is known: give a table (CSV, TSV, Parquet, JSON lines) or"
            + " what a monitoring system exports, as docs/guide/fleet.md lists");
  }
}
