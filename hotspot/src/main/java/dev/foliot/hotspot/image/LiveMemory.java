package dev.foliot.hotspot.image;

import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory of a process. Safe for any thread.
 *
 * <p>It reads readable mappings only: a read of reserved memory would make the kernel allocate
 * pages for it.
 */
final class LiveMemory implements Memory {
  private final Path root;
  private final long pid;
  private final TargetMemory memory;
  private volatile ProcessMaps maps;

  LiveMemory(Path root, long pid, TargetMemory memory, ProcessMaps maps) {
    this.root = root;
    this.pid = pid;
    this.memory = memory;
    this.maps = maps;
  }

  @Override
  public boolean read(long address, byte[] into) {
    return maps.isReadable(address, into.length) && memory.readInto(address, into);
  }

  /**
   * Reads the words in one system call. It skips the check of the mappings: the heap grows, and a
   * few words never touch much reserved memory.
   */
  @Override
  public boolean words(long[] addresses, long[] into) {
    TargetMemory.Words words = memory.words(addresses);
    System.arraycopy(words.values(), 0, into, 0, into.length);
    return words.present().cardinality() == addresses.length;
  }

  @Override
  public Optional<String> fileAt(long address) {
    return maps.at(address).map(MemoryRegion::path).filter(path -> path.startsWith("/"));
  }

  /** Keeps the old mappings if the process has ended. */
  @Override
  public void renew() {
    ProcessMaps.of(root, pid).toOptional().ifPresent(now -> maps = now);
  }
}
