package dev.foliot.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory of another process, opened for reading only (proc_pid_mem(5), ptrace(2) on "Ptrace
 * access mode checking"). The process runs on, and what is read may change meanwhile. Safe for any
 * thread.
 */
public final class TargetMemory implements AutoCloseable {
  /** The most that is read at once, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  private static final String REMEDY =
      "run as the same user or root; where kernel.yama.ptrace_scope is above 0, with"
          + " CAP_SYS_PTRACE";

  private final long pid;
  private final FileChannel channel;

  private TargetMemory(long pid, FileChannel channel) {
    this.pid = pid;
    this.channel = channel;
  }

  /** Opens the memory of process {@code pid} of the kernel below {@code root}, usually "/". */
  public static Reading<TargetMemory> open(Path root, long pid) {
    return KernelFiles.attempt(root, files -> open(files, pid));
  }

  private static TargetMemory open(KernelFiles files, long pid) throws UnreadableException {
    Path file = files.root().resolve("proc/" + pid + "/mem");
    try {
      return new TargetMemory(pid, FileChannel.open(file, StandardOpenOption.READ));
    } catch (NoSuchFileException e) {
      throw new UnreadableException(
          file + " does not exist", "see whether the process still lives");
    } catch (IOException e) {
      throw KernelFiles.failed(file, "opened", e).remediedBy(REMEDY);
    }
  }

  /**
   * Reads {@code bytes} bytes from {@code address} on; unavailable when not all of them are mapped
   * and readable.
   *
   * @param bytes from 1 to {@link #MAX_BYTES}
   */
  public Reading<byte[]> read(long address, int bytes) {
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("bytes is " + bytes + ", not in 1-" + MAX_BYTES);
    }
    if (address < 0) {
      return Reading.unavailable(place(address) + " is the kernel's", "read below 2^63");
    }
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, address + buffer.position()) <= 0) {
          return Reading.unavailable(
              place(address) + " ends after " + buffer.position() + " bytes",
              "see whether the process still lives, and /proc/" + pid + "/maps");
        }
      }
      return Reading.of(buffer.array());
    } catch (IOException e) {
      return Reading.unavailable(
          place(address) + " cannot be read: " + e.getMessage(),
          "see whether it is mapped, in /proc/" + pid + "/maps");
    }
  }

  private String place(long address) {
    return "address 0x" + Long.toHexString(address) + " of process " + pid;
  }

  /** Closes the file. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // A file that was only read loses nothing.
      return;
    }
  }
}
