package dev.foliot.linux.proc;

import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.SystemReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A thread's state and its major page faults, from /proc/PID/task/TID/stat (proc_pid_stat(5)), for
 * many readings: the file stays open, and a reading costs one system call. One thread.
 */
public final class ThreadStatFile implements AutoCloseable {
  private static final int MOST_BYTES = 512;
  private static final char UNINTERRUPTIBLE = 'D';

  /** Fields after the name: the state is the first, major faults are the tenth. */
  private static final int MAJOR_FAULTS = 12 - 3;

  private final Path path;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MOST_BYTES);
  private @Nullable FileChannel channel;
  private long majorFaults;

  /** The file of thread {@code tid} of process {@code pid} below {@code root}, usually "/". */
  public ThreadStatFile(Path root, long pid, long tid) {
    path = root.resolve(Threads.path(pid, tid)).resolve("stat");
  }

  /**
   * Reads whether the thread waits in the kernel and no signal would wake it: usually for a disk.
   * Unavailable when it has ended.
   */
  public Reading<Boolean> waitsForDisk() {
    try {
      FileChannel open = channel;
      if (open == null) {
        open = FileChannel.open(path, StandardOpenOption.READ);
        channel = open;
      }
      buffer.clear();
      int bytes = open.read(buffer, 0);
      int at = afterName(bytes);
      if (at < 0) {
        return gone();
      }
      majorFaults = number(at, bytes, MAJOR_FAULTS);
      return Reading.of(buffer.get(at) == UNINTERRUPTIBLE);
    } catch (IOException e) {
      return gone();
    }
  }

  private Reading<Boolean> gone() {
    return Reading.unavailable(
        new SystemReason.FileMissing(path.toString(), "see whether the thread still lives"));
  }

  /** Its major page faults at the last reading, since its start. */
  public long majorFaults() {
    return majorFaults;
  }

  /** The place of the state; the name before it may hold anything, parentheses too. */
  private int afterName(int bytes) {
    for (int at = bytes - 1; at > 0; at--) {
      if (buffer.get(at) == ')') {
        return at + 2 < bytes ? at + 2 : -1;
      }
    }
    return -1;
  }

  /** A later field; 0 where it is missing. */
  private long number(int from, int bytes, int field) {
    int at = from;
    for (int i = 0; i < field; i++) {
      while (at < bytes && buffer.get(at) != ' ') {
        at++;
      }
      at++;
    }
    long value = 0;
    for (; at < bytes && buffer.get(at) >= '0' && buffer.get(at) <= '9'; at++) {
      value = value * 10 + buffer.get(at) - '0';
    }
    return value;
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
