package dev.foliot.store;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Rejects lines beyond a length, and keeps the first failure for readers that swallow exceptions.
 */
final class LineLimit extends FilterInputStream {
  static final int MAX_LINE_BYTES = 2 << 20;

  private int lineBytes;
  private @Nullable IOException failure;

  LineLimit(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      int read = in.read(bytes, offset, length);
      for (int i = 0; i < read; i++) {
        lineBytes = bytes[offset + i] == '\n' ? 0 : lineBytes + 1;
        if (lineBytes > MAX_LINE_BYTES) {
          throw new IOException("a line is longer than " + MAX_LINE_BYTES + " bytes");
        }
      }
      return read;
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }
}
