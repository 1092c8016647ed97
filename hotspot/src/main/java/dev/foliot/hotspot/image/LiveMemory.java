package dev.foliot.hotspot.image;

import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory of a process. Only what is mapped to be read is read: the kernel would let us read
 * reserved memory too, and give it pages for that. Safe for any thread.
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
   * In one system call. What is mapped is not asked: objects move about a heap that grows, and a
   * few words of it are never reserved memory that nobody uses.
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

  /** Keeps what was known when the process can no longer be asked. */
  @Override
  public void renew() {
    ProcessMaps.of(root, pid).toOptional().ifPresent(now -> maps = now);
  }
}
