package dev.foliot.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * A file and its format.
 *
 * @param charset of text
 * @param gzip whether it is compressed
 */
record InputFile(Path path, Format format, Charset charset, boolean gzip) {
  private static final int BUFFER = 1 << 16;

  /** Its name for messages. */
  String name() {
    return Texts.line(path.toString(), 200);
  }

  /** The file's name without its folder and endings. */
  String baseName() {
    String name = String.valueOf(path.getFileName());
    for (String end :
        new String[] {
          ".gz", ".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".parquet", ".prom", ".om"
        }) {
      if (name.length() > end.length() && name.endsWith(end)) {
        name = name.substring(0, name.length() - end.length());
      }
    }
    return Texts.name(name);
  }

  /** Its text without the byte order mark; malformed bytes are replaced. */
  Reader text() throws IOException {
    InputStream bytes = Files.newInputStream(path);
    try {
      InputStream plain = gzip ? new GZIPInputStream(bytes, BUFFER) : bytes;
      PushbackReader reader = new PushbackReader(new InputStreamReader(plain, charset), 1);
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
