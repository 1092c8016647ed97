package dev.foliot.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The end of what a process prints to one of its streams: reports come last. All of it is read, so
 * that the process never waits for a reader.
 */
final class ToolOutput implements Runnable {
  /** The most that is kept. */
  static final int MOST_BYTES = 1 << 20;

  private static final int CHUNK_BYTES = 8_192;

  private final InputStream in;
  private byte[] ring = new byte[CHUNK_BYTES];
  private long count;

  ToolOutput(InputStream in) {
    this.in = in;
  }

  @Override
  public void run() {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (in) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        keep(chunk, read);
      }
    } catch (IOException e) {
      // the process was ended, and the stream with it: what was read stays
    } catch (UncheckedIOException e) {
      // the same, said otherwise
    }
  }

  private synchronized void keep(byte[] chunk, int length) {
    while (ring.length < MOST_BYTES && count + length > ring.length) {
      ring = Arrays.copyOf(ring, 2 * ring.length);
    }
    for (int i = 0; i < length; i++) {
      ring[(int) ((count + i) % ring.length)] = chunk[i];
    }
    count += length;
  }

  /** What was kept, read as UTF-8; begins with a whole line if there was more. */
  synchronized String text() {
    if (count <= ring.length) {
      return new String(ring, 0, (int) count, StandardCharsets.UTF_8);
    }
    byte[] last = new byte[ring.length];
    int start = (int) (count % ring.length);
    System.arraycopy(ring, start, last, 0, ring.length - start);
    System.arraycopy(ring, 0, last, ring.length - start, start);
    String text = new String(last, StandardCharsets.UTF_8);
    return text.substring(text.indexOf('\n') + 1);
  }

  /** Whether some of it was not kept. */
  synchronized boolean isCut() {
    return count > ring.length;
  }
}
