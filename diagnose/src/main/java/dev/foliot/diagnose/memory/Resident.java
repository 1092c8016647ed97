package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.hotspot.memory.PlacedMemory.Presence;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What of a JVM's memory is in RAM, as far as is known from outside, without asking the JVM.
 * Immutable.
 *
 * <p>Which part is where, {@link MemoryPlaces} tells; the memory of direct buffers besides is
 * reported by their owners.
 *
 * @param split the parts; {@link MemoryPart#UNATTRIBUTED} is the rest
 * @param stacks how many stacks of threads the JVM told of
 * @param stackReservedBytes what these may become
 */
record Resident(MemorySplit split, int stacks, long stackReservedBytes) {
  /**
   * Shares out what is in RAM.
   *
   * @param regions all of the process, ascending
   * @param told where the JVM keeps what
   * @param direct where its direct buffers lie, ascending
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
        stacks.stream().mapToLong(range -> range.end() - range.start()).sum());
  }
}
