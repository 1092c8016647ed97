package dev.foliot.store;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Keeps the first failure of the underlying stream, for a writer that swallows it. */
public final class RememberingOutputStream extends FilterOutputStream {
  private @Nullable IOException failure;

  /** Writes to another stream. */
  public RememberingOutputStream(OutputStream out) {
    super(out);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /** The opener of the underlying stream closes it. */
  @Override
  public void close() throws IOException {
    flush();
  }

  /** Throws the first failure of a write, if any. */
  public void rethrow() throws IOException {
    if (failure != null) {
      throw failure;
    }
  }
}
