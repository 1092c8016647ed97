package dev.foliot.store.watch;

import dev.foliot.store.StoreException;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Reads the log of a watched JVM, also while it is written. Stateless. */
public final class WatchLogReader {
  private static final long LONGEST_FRAME_MS = 120_000;

  private WatchLogReader() {}

  /**
   * Hands on the frames of a time, in the order in which they were written.
   *
   * @param folder of the log
   * @param fromMs in milliseconds since 1970
   * @param toMs likewise
   * @return the number of files of which the end could not be read
   * @throws StoreException if the folder cannot be read
   */
  public static int read(Path folder, long fromMs, long toMs, Consumer<WatchFrame> sink) {
    try {
      List<Path> files = WatchLog.files(folder);
      int broken = 0;
      for (int i = 0; i < files.size(); i++) {
        boolean isBefore =
            i + 1 < files.size() && WatchLog.startMs(files.get(i + 1)) + LONGEST_FRAME_MS < fromMs;
        boolean isAfter = WatchLog.startMs(files.get(i)) > toMs + LONGEST_FRAME_MS;
        if (!isBefore && !isAfter) {
          broken += readFile(files.get(i), fromMs, toMs, sink) ? 0 : 1;
        }
      }
      return broken;
    } catch (IOException e) {
      throw StoreException.unreadable(folder, e);
    }
  }

  /** Reads a file; whether it was whole. What follows a broken frame has no beginning. */
  private static boolean readFile(Path file, long fromMs, long toMs, Consumer<WatchFrame> sink)
      throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      byte[] magic = in.readNBytes(WatchLog.MAGIC.length);
      if (!Arrays.equals(magic, WatchLog.MAGIC)) {
        return false;
      }
      while (true) {
        int letter = in.read();
        if (letter < 0) {
          return true;
        }
        int length = in.readInt();
        int checksum = in.readInt();
        if (length < 0 || length > FrameCodec.MOST_BYTES) {
          return false;
        }
        byte[] content = in.readNBytes(length);
        if (content.length < length || FrameCodec.checksum((byte) letter, content) != checksum) {
          return false;
        }
        FrameCodec.frame((byte) letter, content)
            .filter(frame -> frame.epochMs() >= fromMs && frame.epochMs() <= toMs)
            .ifPresent(sink);
      }
    } catch (EOFException | FrameCodec.BadFrameException e) {
      return false;
    } catch (NoSuchFileException e) {
      // removed meanwhile, as the oldest
      return true;
    }
  }
}
