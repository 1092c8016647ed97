package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.hotspot.memory.PlacedMemory.Presence;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A JVM's resident memory, from outside. Immutable.
 *
 * <p>{@link MemoryPlaces} finds the parts; the owners of direct buffers report those.
 *
 * @param split the parts; {@link MemoryPart#UNATTRIBUTED} is the rest
 * @param stacks the number of thread stacks in the JVM's tables
 * @param stackReservedBytes the reserved size of these
 * @param arenas the arenas of malloc
 */
record Resident(MemorySplit split, int stacks, long stackReservedBytes, Arenas arenas) {
  /**
   * The arenas of glibc's malloc of 1 MiB and more, without the main one. Many threads have many.
   *
   * <p>An arena is a chain of blocks of 64 MiB, and gets its next block when the last one is full.
   * Only the last blocks count: a leak fills one block after the other, in one arena.
   *
   * @param count their number
   * @param residentBytes the resident memory of their last blocks
   */
  record Arenas(int count, long residentBytes) {
    private static final long LEAST_ARENA = 1 << 20;

    /** Mappings of the heap or of metaspace may look the same, but they are known. */
    private static Arenas of(List<ResidentRegion> regions, List<Range> ranges) {
      Set<Long> malloc =
          ranges.stream()
              .filter(range -> range.part() == MemoryPart.MALLOC)
              .map(Range::start)
              .collect(Collectors.toSet());
      List<ResidentRegion> arenas =
          MemoryPlaces.arenaRegions(regions).stream()
              .filter(one -> malloc.contains(one.region().start()))
              .toList();
      long[] last =
          arenas.stream()
              .mapToLong(one -> one.residentBytes() - MemoryPlaces.fullArenaBytes(one))
              .filter(bytes -> bytes >= LEAST_ARENA)
              .toArray();
      return new Arenas(last.length, Arrays.stream(last).sum());
    }
  }

  /**
   * Divides the resident bytes.
   *
   * @param regions all of the process, ascending
   * @param told the JVM's own ranges
   * @param direct the addresses of its direct buffers, ascending
   * @param presence as in {@link PlacedMemory#of}
   */
  static Resident of(
      List<ResidentRegion> regions, JvmRanges told, List<Range> direct, Presence presence) {
    List<JvmRanges.Range> stacks =
        told.ranges().stream()
            .filter(range -> range.kind() == JvmRanges.Kind.THREAD_STACK)
            .toList();
    List<Range> ranges = MemoryPlaces.ranges(regions, told, direct);
    PlacedMemory placed = PlacedMemory.of(regions, ranges, presence);
    Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
    parts.putAll(placed.placed());
    parts.merge(MemoryPart.UNATTRIBUTED, placed.malloc(), Long::sum);
    return new Resident(
        new MemorySplit(placed.residentBytes(), parts, placed.estimatedBytes()),
        stacks.size(),
        stacks.stream().mapToLong(range -> range.end() - range.start()).sum(),
        Arenas.of(regions, ranges));
  }
}
