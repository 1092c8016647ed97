package dev.foliot.linux.proc;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.ProcessReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A thread's {@link SchedStat#runQueueWaitNs} for many readings: the file stays open, and a reading
 * costs one system call and no allocation. One thread.
 */
public final class SchedStatFile implements AutoCloseable {
  private static final int MOST_BYTES = 80;
  private static final long MALFORMED = -1;

  private final Path path;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MOST_BYTES);
  private @Nullable FileChannel channel;

  /** The file of thread {@code tid} of process {@code pid} below {@code root}, usually "/". */
  public SchedStatFile(Path root, long pid, long tid) {
    path = root.resolve(Threads.path(pid, tid)).resolve("schedstat");
  }

  /**
   * Reads how long the thread has waited for a CPU since its start, in nanoseconds. Unavailable
   * when it has ended, and where the kernel does not count.
   */
  public Reading<Long> runQueueWaitNs() {
    try {
      FileChannel open = channel;
      if (open == null) {
        open = FileChannel.open(path, StandardOpenOption.READ);
        channel = open;
      }
      buffer.clear();
      int bytes = open.read(buffer, 0);
      long value = bytes <= 0 ? MALFORMED : second(bytes);
      return value == MALFORMED
          ? Reading.unavailable(new ProcessReason.ScheduleUncounted(path.toString()))
          : Reading.of(value);
    } catch (IOException e) {
      return Reading.unavailable(new ProcessReason.ScheduleUncounted(path.toString()));
    }
  }

  /** The second number of the line. */
  private long second(int bytes) {
    int at = 0;
    while (at < bytes && buffer.get(at) != ' ') {
      at++;
    }
    long value = 0;
    int digits = 0;
    for (at++; at < bytes; at++) {
      byte one = buffer.get(at);
      if (one < '0' || one > '9') {
        break;
      }
      value = value * 10 + one - '0';
      digits++;
    }
    return digits == 0 || value < 0 ? MALFORMED : value;
  }

  /** Closes the file. */
  @Override
  public void close() {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        // nothing was written
      }
    }
  }
}
