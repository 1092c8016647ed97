package dev.foliot.store.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The log of one watched JVM: files in a folder, of which the oldest are removed. One thread
 * writes; any may read meanwhile.
 *
 * <p>A killed process loses the frame in hand: each has a checksum, and a reader leaves out what is
 * broken. While the disk is full nothing is written, and the next frame tries again.
 */
public final class WatchLog implements AutoCloseable {
  /** The first bytes of each file. */
  static final byte[] MAGIC = "FOLIOT WATCH 1\n".getBytes(StandardCharsets.US_ASCII);

  static final String SUFFIX = ".watch";
  static final Pattern NAME = Pattern.compile("([0-9]{13})\\.watch");

  /** The log has at least so many files, so that a part of it can be removed. */
  private static final int FILES = 16;

  private static final long LEAST_FILE_BYTES = 64 << 10;
  private static final long MOST_FILE_BYTES = 8 << 20;
  private static final long LONGEST_FILE_MS = 3_600_000;

  private final Path folder;
  private final long keepBytes;
  private final long keepMs;
  private final long fileBytes;
  private @Nullable FileChannel open;
  private long openedMs;
  private long wholeBytes;
  private Optional<String> trouble = Optional.empty();

  /**
   * Opens the log in a folder, which exists.
   *
   * @param keepBytes how much to keep, about
   * @param keepFor how long to keep it
   */
  public WatchLog(Path folder, long keepBytes, Duration keepFor) {
    this.folder = folder;
    this.keepBytes = keepBytes;
    this.keepMs = keepFor.toMillis();
    this.fileBytes = Math.clamp(keepBytes / FILES, LEAST_FILE_BYTES, MOST_FILE_BYTES);
  }

  /**
   * Writes a frame.
   *
   * @return whether it is written; otherwise {@link #trouble} says why not
   */
  public boolean add(WatchFrame frame) {
    try {
      FileChannel file = file(frame.epochMs());
      ByteBuffer bytes = ByteBuffer.wrap(FrameCodec.bytes(frame));
      while (bytes.hasRemaining()) {
        int written = file.write(bytes);
        if (written <= 0) {
          throw new IOException("nothing can be written");
        }
      }
      wholeBytes = file.position();
      trouble = Optional.empty();
      return true;
    } catch (IOException e) {
      trouble = Optional.of(String.valueOf(e.getMessage()));
      repair();
      return false;
    }
  }

  /** Why the last frame is not written; empty if it is. */
  public Optional<String> trouble() {
    return trouble;
  }

  /** Removes the part of a frame that was written. */
  private void repair() {
    FileChannel file = open;
    if (file != null) {
      try {
        file.truncate(wholeBytes).position(wholeBytes);
      } catch (IOException e) {
        close();
      }
    }
  }

  private FileChannel file(long epochMs) throws IOException {
    FileChannel file = open;
    boolean isOld =
        file != null && (wholeBytes >= fileBytes || epochMs - openedMs >= LONGEST_FILE_MS);
    if (file != null && !isOld) {
      return file;
    }
    close();
    prune(epochMs);
    Path path = folder.resolve("%013d".formatted(epochMs) + SUFFIX);
    FileChannel next = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    open = next;
    openedMs = epochMs;
    wholeBytes = 0;
    next.position(next.size());
    if (next.size() == 0) {
      next.write(ByteBuffer.wrap(MAGIC));
    }
    wholeBytes = next.position();
    return next;
  }

  /** Removes the oldest files, those beyond the time and those beyond the size. */
  private void prune(long nowMs) throws IOException {
    List<Path> files = files(folder);
    long bytes = fileBytes;
    List<Path> removed = new ArrayList<>();
    for (int i = files.size() - 1; i >= 0; i--) {
      bytes += Files.size(files.get(i));
      // a file holds at most an hour from its name on
      boolean isOld = nowMs - startMs(files.get(i)) > keepMs + LONGEST_FILE_MS;
      if (isOld || bytes > keepBytes) {
        removed.add(files.get(i));
      }
    }
    for (Path file : removed) {
      Files.deleteIfExists(file);
    }
  }

  /** The files of a log, the oldest first. */
  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  static long startMs(Path file) {
    String name = file.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
  }

  @Override
  public void close() {
    FileChannel file = open;
    open = null;
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        trouble = Optional.of(String.valueOf(e.getMessage()));
      }
    }
  }
}
