package dev.foliot.linux.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The memory of a process as a file (proc_pid_mem(5)), which stays that process's. Its opening asks
 * for the rights of the file's owner, too.
 */
final class MemoryFile implements MemorySource {
  private final FileChannel channel;

  /**
   * Opens it.
   *
   * @throws IOException if that is not allowed, or there is no process
   */
  MemoryFile(Path file) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.READ);
  }

  @Override
  public int read(ByteBuffer into, long address) throws IOException {
    return channel.read(into, address);
  }

  /** The file of a process that has ended is empty, wherever it is read. */
  @Override
  public boolean hasEnded(long readable) {
    try {
      return channel.read(ByteBuffer.allocate(1), readable) <= 0;
    } catch (IOException e) {
      // Unmapped since.
      return !channel.isOpen();
    }
  }

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
