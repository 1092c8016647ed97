package dev.foliot.watch.requests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is appended to a file, also when it is renamed and begun anew, or cut and written
 * again. A line counts when its end is there. One thread.
 */
final class LogFollower implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int LONGEST_LINE = 64 << 10;
  private static final int MOST_BYTES = 8 << 20;

  private final Path file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteArrayOutputStream half = new ByteArrayOutputStream();
  private @Nullable FileChannel open;
  private @Nullable Object key;
  private boolean isSkipping;

  /**
   * @param file is followed from its end on; it need not exist yet
   * @throws IOException if it exists and cannot be read
   */
  LogFollower(Path file) throws IOException {
    this.file = file;
    if (open()) {
      FileChannel channel = open;
      if (channel != null) {
        channel.position(channel.size());
      }
    }
  }

  private boolean open() throws IOException {
    try {
      key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      open = FileChannel.open(file, StandardOpenOption.READ);
      half.reset();
      isSkipping = false;
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * The whole lines that were appended since; of very many, some now and the others later.
   *
   * @throws IOException if the file cannot be read
   */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    FileChannel channel = open;
    if (channel == null) {
      if (!open()) {
        return lines;
      }
      channel = open;
    }
    if (channel == null) {
      return lines;
    }
    if (channel.size() < channel.position()) {
      channel.position(0);
      half.reset();
    }
    boolean isAll = read(channel, lines);
    if (isAll && isReplaced()) {
      // what was written to the old file until now
      boolean _ = read(channel, lines);
      close();
      if (open()) {
        FileChannel next = open;
        if (next != null) {
          boolean _ = read(next, lines);
        }
      }
    }
    return lines;
  }

  private boolean isReplaced() throws IOException {
    try {
      Object now = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return now != null && !now.equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Reads to the end, or as much as one turn may; whether that was all. */
  private boolean read(FileChannel channel, List<String> lines) throws IOException {
    long bytes = 0;
    while (bytes < MOST_BYTES) {
      buffer.clear();
      int read = channel.read(buffer);
      if (read <= 0) {
        return true;
      }
      bytes += read;
      buffer.flip();
      while (buffer.hasRemaining()) {
        take(buffer.get(), lines);
      }
    }
    return false;
  }

  private void take(byte next, List<String> lines) {
    if (next == '\n') {
      if (!isSkipping && half.size() > 0) {
        String line = half.toString(StandardCharsets.UTF_8);
        lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
      }
      half.reset();
      isSkipping = false;
    } else if (!isSkipping) {
      half.write(next);
      if (half.size() > LONGEST_LINE) {
        half.reset();
        isSkipping = true;
      }
    }
  }

  @Override
  public void close() {
    FileChannel channel = open;
    open = null;
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // it was only read
      }
    }
  }
}
