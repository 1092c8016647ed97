package dev.foliot.diagnose.hotspot;

import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.Reading;
import dev.foliot.linux.TargetMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The memory of a process. Only what is mapped to be read is read: the kernel would let us read
 * reserved memory too, and give it pages for that. Safe for any thread.
 */
final class LiveMemory implements Memory {
  private final Path root;
  private final long pid;
  private final TargetMemory memory;
  private volatile Regions regions;

  LiveMemory(Path root, long pid, TargetMemory memory, List<MemoryRegion> regions) {
    this.root = root;
    this.pid = pid;
    this.memory = memory;
    this.regions = new Regions(regions);
  }

  @Override
  public boolean read(long address, byte[] into) {
    if (!regions.isReadable(address, into.length)) {
      return false;
    }
    return switch (memory.read(address, into.length)) {
      case Reading.Value<byte[]>(byte[] bytes) -> {
        System.arraycopy(bytes, 0, into, 0, into.length);
        yield true;
      }
      case Reading.Unavailable<byte[]> unavailable -> false;
    };
  }

  @Override
  public Optional<String> fileAt(long address) {
    return regions.fileAt(address);
  }

  /** Keeps what was known when the process can no longer be asked. */
  @Override
  public void renew() {
    MemoryRegion.of(root, pid).toOptional().ifPresent(now -> regions = new Regions(now));
  }
}
