package dev.foliot.linux.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What a program prints into a pipe. All of it is read, by a thread of its own, so that the program
 * never waits for a reader; the first or the last bytes of it are kept. Safe for any thread.
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
      // the pipe of a program that was killed: what was read stays
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

  /** Waits for its end, interrupted or not, but for some seconds only. */
  public PipeOutput await() {
    ended.copy().completeOnTimeout(null, END_S, TimeUnit.SECONDS).join();
    return this;
  }

  /** Whether some of it was not kept. */
  public synchronized boolean isCut() {
    return count > most;
  }

  /** What was kept up to now. */
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

  /** What was kept up to now, read as UTF-8. The last bytes of more begin with a whole line. */
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
