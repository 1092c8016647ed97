package dev.foliot.linux.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The output of a program in a pipe. A thread reads all of it, and the program never waits for a
 * reader. The first or the last bytes are kept. Safe for any thread.
 */
public final class PipeOutput {
  private static final int CHUNK = 1 << 13;
  private static final long END_S = 5;

  private final InputStream in;
  private final int most;
  private final boolean last;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private byte[] kept = new byte[CHUNK];
  private long count;

  private PipeOutput(InputStream in, int most, boolean last) {
    this.in = in;
    this.most = most;
    this.last = last;
  }

  /** Keeps the first bytes, some of these at most. */
  public static PipeOutput first(InputStream in, int most) {
    return new PipeOutput(in, most, false).start();
  }

  /** Keeps the last bytes, some of these at most: reports come last. */
  public static PipeOutput last(InputStream in, int most) {
    return new PipeOutput(in, most, true).start();
  }

  private PipeOutput start() {
    Thread.ofPlatform().daemon().name("foliot-child-output").start(this::read);
    return this;
  }

  private void read() {
    byte[] chunk = new byte[CHUNK];
    try (in) {
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        keep(chunk, length);
      }
    } catch (IOException | UncheckedIOException e) {
      // the pipe of a killed program: data read before is kept
    } finally {
      ended.complete(null);
    }
  }

  private synchronized void keep(byte[] chunk, int length) {
    while (kept.length < most && count + length > kept.length) {
      kept = Arrays.copyOf(kept, Math.min(most, 2 * kept.length));
    }
    int capacity = Math.min(most, kept.length);
    for (int i = 0; i < length; i++) {
      long at = count + i;
      if (last || at < capacity) {
        kept[(int) (at % capacity)] = chunk[i];
      }
    }
    count += length;
  }

  /** Waits for its end, interrupted or not, for at most some seconds. */
  public PipeOutput await() {
    ended.copy().completeOnTimeout(null, END_S, TimeUnit.SECONDS).join();
    return this;
  }

  /** Whether some of it was not kept. */
  public synchronized boolean isCut() {
    return count > most;
  }

  /** The bytes kept so far. */
  public synchronized byte[] bytes() {
    int length = (int) Math.min(count, most);
    if (!last || !isCut()) {
      return Arrays.copyOf(kept, length);
    }
    byte[] all = new byte[length];
    int start = (int) (count % length);
    System.arraycopy(kept, start, all, 0, length - start);
    System.arraycopy(kept, 0, all, length - start, start);
    return all;
  }

  /**
   * The bytes kept so far, as UTF-8. If only the last bytes were kept, they begin with a whole
   * line.
   */
  public String text() {
    String text;
    boolean begins;
    synchronized (this) {
      text = new String(bytes(), StandardCharsets.UTF_8);
      begins = !last || !isCut();
    }
    return begins ? text : text.substring(text.indexOf('\n') + 1);
  }
}
