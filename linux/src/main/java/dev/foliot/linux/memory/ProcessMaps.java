package dev.foliot.linux.memory;

import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The mappings of a process at one time (proc_pid_maps(5)), for address lookups. The process
 * continues to change its mappings: read again if an address is missing. Immutable.
 */
public final class ProcessMaps {
  private final List<MemoryRegion> regions;

  private ProcessMaps(List<MemoryRegion> regions) {
    this.regions =
        regions.stream()
            .sorted(Comparator.comparing(MemoryRegion::start, Long::compareUnsigned))
            .toList();
  }

  /**
   * Reads it for process {@code pid} from the kernel below {@code root}, usually "/". Unavailable
   * when the process has ended or belongs to someone else.
   */
  public static Reading<ProcessMaps> of(Path root, long pid) {
    return MemoryRegion.of(root, pid).map(ProcessMaps::new);
  }

  /** All regions, ascending. */
  public List<MemoryRegion> regions() {
    return regions;
  }

  /** The region that an address is in, readable or not. */
  public Optional<MemoryRegion> at(long address) {
    int index = indexOf(address);
    return index < 0 ? Optional.empty() : Optional.of(regions.get(index));
  }

  /**
   * Whether all bytes from an address on are in readable regions that adjoin each other. False for
   * lengths below 1 and for what passes the end of the address space, as a lying pointer may.
   */
  public boolean isReadable(long address, long bytes) {
    long end = address + bytes;
    if (bytes < 1 || Long.compareUnsigned(end, address) <= 0) {
      return false;
    }
    long covered = address;
    while (Long.compareUnsigned(covered, end) < 0) {
      int index = indexOf(covered);
      if (index < 0 || !regions.get(index).isReadable()) {
        return false;
      }
      covered = regions.get(index).end();
    }
    return true;
  }

  private int indexOf(long address) {
    int low = 0;
    int high = regions.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(regions.get(middle).start(), address) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int before = low - 1;
    return before >= 0 && Long.compareUnsigned(address, regions.get(before).end()) < 0
        ? before
        : -1;
  }
}
