package dev.foliot.fleet.rows;

import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** Reads lines; longer ones are cut to 64 k characters. */
public final class Lines {
  private static final int LONGEST = 1 << 16;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private final StringBuilder line = new StringBuilder();
  private int at;
  private int end;

  Lines(Reader in) {
    this.in = in;
  }

  /** The next line without its end; null at the end. */
  @Nullable String next() throws IOException {
    line.setLength(0);
    boolean any = false;
    for (int c = read(); c >= 0; c = read()) {
      if (c == '\n') {
        return line.toString();
      }
      any = true;
      if (c != '\r' && line.length() < LONGEST) {
        line.append((char) c);
      }
    }
    return any ? line.toString() : null;
  }

  private int read() throws IOException {
    if (at == end) {
      end = Math.max(0, in.read(buffer));
      at = 0;
      if (end == 0) {
        return -1;
      }
    }
    return buffer[at++];
  }
}
