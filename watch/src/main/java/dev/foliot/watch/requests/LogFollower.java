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
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is appended to a file, also when it is renamed and begun anew, deleted and made again,
 * or cut and written again. A line counts when its end is there. Takes the same room, whatever is
 * in the file. One thread.
 *
 * <p>A file that was cut may have grown beyond the old end until it is looked at again. So the
 * bytes before that end are compared, too. A writer that goes on at its old place leaves zeros
 * before it: they are passed over.
 */
final class LogFollower implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 << 10;
  private static final int LONGEST_LINE = 64 << 10;

  /** At a time: what is made of it is gone before the collector would keep it. */
  private static final int MOST_BYTES = BUFFER_BYTES;

  private static final int BEFORE_BYTES = 128;

  /** What is further behind is passed over. */
  private static final long MOST_BEHIND = 512L << 20;

  private final Path file;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteArrayOutputStream half = new ByteArrayOutputStream();
  private @Nullable FileChannel open;
  private @Nullable Object key;
  private byte[] before = {};
  private boolean isSkipping;
  private boolean isZero;
  private boolean isBehind;
  private long passedOver;

  /**
   * @param file is followed from its end on; it need not exist yet
   * @throws IOException if it exists and cannot be read
   */
  LogFollower(Path file) throws IOException {
    this.file = file;
    FileChannel channel = open();
    if (channel != null) {
      channel.position(channel.size());
      before = before(channel);
    }
  }

  /** Opens the file from its beginning on; null while there is none. */
  private @Nullable FileChannel open() throws IOException {
    half.reset();
    isSkipping = false;
    isZero = true;
    before = new byte[0];
    try {
      while (open == null) {
        Object then = key();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        if (Objects.equals(then, key())) {
          key = then;
          open = channel;
        } else {
          // it was replaced meanwhile
          channel.close();
        }
      }
      return open;
    } catch (NoSuchFileException e) {
      close();
      return null;
    }
  }

  private @Nullable Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /**
   * The whole lines that were appended since; of very many, some now and the others later.
   *
   * @throws IOException if the file cannot be read
   */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    FileChannel channel = open == null ? open() : open;
    if (channel == null) {
      return lines;
    }
    if (isCut(channel)) {
      channel.position(0);
      half.reset();
      isSkipping = false;
      isZero = true;
    }
    catchUp(channel);
    boolean isAll = read(channel, lines);
    isBehind = !isAll;
    if (isAll && isReplaced()) {
      // what was written to the old file until now
      while (!read(channel, lines)) {
        // to its end
      }
      close();
      FileChannel next = open();
      if (next != null) {
        isBehind = !read(next, lines);
      }
    }
    return lines;
  }

  /** Whether more can be read at once. */
  boolean isBehind() {
    return isBehind;
  }

  /** How many bytes were passed over since this was asked last, because there were too many. */
  long takePassedOver() {
    long bytes = passedOver;
    passedOver = 0;
    return bytes;
  }

  /** Whether it is shorter than before, or another text is where it ended. */
  private boolean isCut(FileChannel channel) throws IOException {
    return channel.size() < channel.position() || !Arrays.equals(before, before(channel));
  }

  /** The bytes before the place up to which it was read. */
  private static byte[] before(FileChannel channel) throws IOException {
    int length = (int) Math.min(BEFORE_BYTES, channel.position());
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()
        && channel.read(bytes, channel.position() - length + bytes.position()) > 0) {
      // until it is whole, or was cut meanwhile
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private void catchUp(FileChannel channel) throws IOException {
    long behind = channel.size() - channel.position();
    if (behind > MOST_BEHIND) {
      passedOver += behind;
      channel.position(channel.size());
      half.reset();
      isSkipping = true;
    }
  }

  private boolean isReplaced() throws IOException {
    try {
      Object now = key();
      return now != null && !now.equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Reads to the end, or as much as one turn may; whether that was all. */
  private boolean read(FileChannel channel, List<String> lines) throws IOException {
    long bytes = 0;
    int read = 0;
    while (bytes < MOST_BYTES) {
      buffer.clear();
      read = channel.read(buffer);
      if (read <= 0) {
        break;
      }
      bytes += read;
      buffer.flip();
      while (buffer.hasRemaining()) {
        take(buffer.get(), lines);
      }
    }
    before = before(channel);
    return read <= 0;
  }

  private void take(byte next, List<String> lines) {
    if (next == '\n') {
      if (!isSkipping && half.size() > 0) {
        String line = half.toString(StandardCharsets.UTF_8);
        lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
      }
      half.reset();
      isSkipping = false;
      isZero = true;
    } else if (!isSkipping && !(isZero && next == 0)) {
      isZero = false;
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
