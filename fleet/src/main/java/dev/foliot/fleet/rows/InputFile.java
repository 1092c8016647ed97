package dev.foliot.fleet.rows;

import com.github.luben.zstd.ZstdInputStream;
import dev.foliot.fleet.cells.Texts;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * A file and its format.
 *
 * @param name its name for messages
 * @param charset of text
 * @param columns the names of a table's columns, where it has no line of names; empty otherwise
 */
public record InputFile(
    Path path,
    String name,
    Format format,
    Charset charset,
    Compression compression,
    List<String> columns) {
  private static final int BUFFER = 1 << 16;
  private static final String[] ENDINGS = {
    ".gz",
    ".zst",
    ".csv",
    ".tsv",
    ".txt",
    ".json",
    ".jsonl",
    ".ndjson",
    ".parquet",
    ".prom",
    ".om",
    ".lp",
    ".line"
  };

  /** Keeps a copy. */
  public InputFile {
    columns = List.copyOf(columns);
  }

  /** How a file is compressed. */
  public enum Compression {
    NONE,
    GZIP,
    ZSTD;

    InputStream inflated(InputStream bytes) throws IOException {
      return switch (this) {
        case NONE -> bytes;
        case GZIP -> new GZIPInputStream(bytes, BUFFER);
        case ZSTD -> new ZstdInputStream(new BufferedInputStream(bytes, BUFFER));
      };
    }
  }

  /** The file's name without its folder and endings. */
  public String baseName() {
    String name = String.valueOf(path.getFileName());
    for (String end : ENDINGS) {
      if (name.length() > end.length() && name.endsWith(end)) {
        name = name.substring(0, name.length() - end.length());
      }
    }
    return Texts.name(name);
  }

  /** The keys of its folders and their values, without those that tell a time. */
  Map<String, String> keys() {
    return FileTime.labels(path.toString().replace('\\', '/'));
  }

  /**
   * Its text without the byte order mark.
   *
   * @throws java.nio.charset.CharacterCodingException while reading bytes that are not of the
   *     charset
   */
  public Reader text() throws IOException {
    InputStream bytes = Files.newInputStream(path);
    try {
      PushbackReader reader =
          new PushbackReader(
              new InputStreamReader(
                  compression.inflated(bytes),
                  charset
                      .newDecoder()
                      .onMalformedInput(CodingErrorAction.REPORT)
                      .onUnmappableCharacter(CodingErrorAction.REPORT)),
              1);
      int first = reader.read();
      if (first >= 0 && first != 0xFEFF) {
        reader.unread(first);
      }
      return reader;
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }
}
