package dev.foliot.diagnose.hotspot;

import dev.foliot.linux.MemoryRegion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What was mapped at one moment, to be asked for each read. Immutable. */
final class Regions {
  private final TreeMap<Long, MemoryRegion> byStart = new TreeMap<>();

  /** Runs of readable regions that adjoin: from the start of each to its end. */
  private final TreeMap<Long, Long> readable = new TreeMap<>();

  Regions(List<MemoryRegion> regions) {
    long runStart = 0;
    long runEnd = 0;
    for (MemoryRegion region : regions) {
      // What is beyond 2^63 is the kernel's.
      if (region.start() < 0 || region.end() < 0) {
        continue;
      }
      byStart.put(region.start(), region);
      if (region.isReadable()) {
        runStart = region.start() == runEnd ? runStart : region.start();
        runEnd = region.end();
        readable.put(runStart, runEnd);
      }
    }
  }

  boolean isReadable(long address, long bytes) {
    Map.Entry<Long, Long> run = readable.floorEntry(address);
    return run != null && address >= 0 && bytes <= run.getValue() - address;
  }

  /** The file that is mapped at an address. */
  Optional<String> fileAt(long address) {
    Map.Entry<Long, MemoryRegion> region = byStart.floorEntry(address);
    return region != null
            && address < region.getValue().end()
            && region.getValue().path().startsWith("/")
        ? Optional.of(region.getValue().path())
        : Optional.empty();
  }
}
