package dev.foliot.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** An output that remembers why it could not be written, which a print stream keeps to itself. */
final class ResultStream extends FilterOutputStream {
  private static final String CLOSED = "Broken pipe";

  private @Nullable IOException failure;

  ResultStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Why it could not be written; null where it could, or where the reader had enough. */
  @Nullable String problem() {
    IOException known = failure;
    String message = known == null ? null : String.valueOf(known.getMessage());
    return message == null || message.contains(CLOSED) ? null : message;
  }
}
