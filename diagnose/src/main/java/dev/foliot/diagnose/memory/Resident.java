package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.hotspot.JvmRanges;
import dev.foliot.diagnose.memory.NativeMemory.Range;
import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.ResidentRegion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What of a JVM's memory is in RAM, as far as it can be told from outside, without asking the JVM.
 * Immutable.
 *
 * <p>The JVM's own tables tell where its heap, its code, the stacks of its threads and the memory
 * of its direct buffers are. A mapping without a file in which descriptions of classes lie is
 * metaspace, as nothing else is put there. glibc's malloc takes memory from the program's heap,
 * {@code [heap]}, and from arenas of 64 MiB, aligned to as much, of which it makes a part writable
 * [1]; what is larger than some 128 KiB it maps by itself. That, and what the collector and
 * libraries map, cannot be told apart from outside: it is the rest.
 *
 * <p>[1] heap_info and HEAP_MAX_SIZE in malloc/arena.c of glibc.
 *
 * @param split the parts; {@link MemoryPart#UNATTRIBUTED} is the rest
 * @param stacks how many stacks of threads the JVM told of
 * @param stackReservedBytes what these may become
 */
record Resident(MemorySplit split, int stacks, long stackReservedBytes) {
  private static final long ARENA = 64L << 20;

  /**
   * Shares out what is in RAM.
   *
   * @param regions all of the process, ascending
   * @param told where the JVM keeps what
   * @param direct where its direct buffers lie, ascending
   */
  static Resident of(List<ResidentRegion> regions, JvmRanges told, List<Range> direct) {
    Map<MemoryPart, List<Range>> byPart = new EnumMap<>(MemoryPart.class);
    long reserved = 0;
    for (JvmRanges.Range range : told.ranges()) {
      MemoryPart part = part(range.kind());
      byPart
          .computeIfAbsent(part, any -> new ArrayList<>())
          .add(new Range(range.start(), range.end(), part));
      if (part == MemoryPart.THREAD_STACKS) {
        reserved += range.end() - range.start();
      }
    }
    List<Range> stacks = byPart.getOrDefault(MemoryPart.THREAD_STACKS, List.of());
    List<Range> ranges =
        new RangeLayers()
            .below(byPart.getOrDefault(MemoryPart.JAVA_HEAP, List.of()))
            .below(byPart.getOrDefault(MemoryPart.CODE_CACHE, List.of()))
            .below(stacks)
            .below(direct)
            .below(metaspace(regions, told))
            .below(arenas(regions))
            .ranges();
    PlacedMemory placed = PlacedMemory.of(regions, ranges);
    Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
    parts.putAll(placed.placed());
    parts.merge(MemoryPart.UNATTRIBUTED, placed.malloc(), Long::sum);
    return new Resident(
        new MemorySplit(placed.residentBytes(), parts, placed.estimatedBytes()),
        stacks.size(),
        reserved);
  }

  private static MemoryPart part(JvmRanges.Kind kind) {
    return switch (kind) {
      case JAVA_HEAP -> MemoryPart.JAVA_HEAP;
      case CODE_CACHE -> MemoryPart.CODE_CACHE;
      case THREAD_STACK -> MemoryPart.THREAD_STACKS;
    };
  }

  private static List<Range> metaspace(List<ResidentRegion> regions, JvmRanges told) {
    List<Long> addresses = told.metadata().stream().sorted(Comparator.naturalOrder()).toList();
    List<Range> ranges = new ArrayList<>();
    int next = 0;
    for (ResidentRegion one : regions) {
      MemoryRegion region = one.region();
      while (next < addresses.size() && addresses.get(next) < region.start()) {
        next++;
      }
      if (next < addresses.size()
          && addresses.get(next) < region.end()
          && region.path().isEmpty()) {
        ranges.add(new Range(region.start(), region.end(), MemoryPart.METASPACE));
      }
    }
    return ranges;
  }

  /** The program's heap, and writable beginnings of aligned pieces that nobody else makes. */
  private static List<Range> arenas(List<ResidentRegion> regions) {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < regions.size(); i++) {
      MemoryRegion region = regions.get(i).region();
      boolean whole = region.end() - region.start() == ARENA;
      boolean begins =
          region.start() > 0
              && region.start() % ARENA == 0
              && region.path().isEmpty()
              && region.permissions().startsWith("rw-p")
              && (whole || restIsReserved(regions, i));
      if (begins || region.path().equals("[heap]")) {
        ranges.add(new Range(region.start(), region.end(), MemoryPart.MALLOC));
      }
    }
    return ranges;
  }

  private static boolean restIsReserved(List<ResidentRegion> regions, int index) {
    MemoryRegion region = regions.get(index).region();
    if (index + 1 >= regions.size()) {
      return false;
    }
    MemoryRegion rest = regions.get(index + 1).region();
    return rest.start() == region.end()
        && rest.permissions().startsWith("---p")
        && rest.end() >= region.start() + ARENA;
  }
}
