package dev.foliot.diagnose.memory;

import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the part of a JVM's memory at an address, from outside. Immutable; safe for any thread.
 *
 * <p>The JVM's own tables have its heap, its code and the stacks of its threads. A mapping without
 * a file that contains class descriptions is metaspace, which holds nothing else. glibc's malloc
 * uses the program's heap, {@code [heap]}, and arenas of 64 MiB, aligned to their size and partly
 * writable [1]; it maps blocks above some 128 KiB separately. Those blocks and the mappings of the
 * collector and libraries look the same from outside: they are the rest.
 *
 * <p>[1] heap_info and HEAP_MAX_SIZE in malloc/arena.c of glibc.
 */
public final class MemoryPlaces {
  private static final long ARENA = 64L << 20;

  private final TreeMap<Long, ResidentRegion> regions = new TreeMap<>();
  private final TreeMap<Long, Range> ranges = new TreeMap<>();

  /**
   * A place.
   *
   * @param part its part
   * @param file the mapped file, or the file whose zeroed data is here; empty for none
   */
  public record Place(MemoryPart part, String file) {}

  /**
   * Uses the mappings of a process.
   *
   * @param regions all of the process, ascending
   * @param told the JVM's own ranges
   */
  public MemoryPlaces(List<ResidentRegion> regions, JvmRanges told) {
    // the upper half of the addresses belongs to the kernel
    regions.stream()
        .filter(one -> one.region().start() >= 0)
        .forEach(one -> this.regions.put(one.region().start(), one));
    ranges(regions, told, List.of()).forEach(range -> ranges.put(range.start(), range));
  }

  /** The place at an address; empty without a mapping, and for the kernel's addresses. */
  public Optional<Place> at(long address) {
    Map.Entry<Long, ResidentRegion> mapped = regions.floorEntry(address);
    if (address < 0 || mapped == null || address >= mapped.getValue().region().end()) {
      return Optional.empty();
    }
    ResidentRegion one = mapped.getValue();
    String path = one.region().path();
    String file = path.startsWith("/") ? path : "";
    Map.Entry<Long, Range> known = ranges.floorEntry(address);
    if (known != null && address < known.getValue().end()) {
      return Optional.of(new Place(known.getValue().part(), file));
    }
    MemoryPart part = PlacedMemory.partOf(one.region());
    if (part != null) {
      return Optional.of(new Place(part, file));
    }
    Map.Entry<Long, ResidentRegion> before = regions.lowerEntry(mapped.getKey());
    return Optional.of(
        before != null && address < one.region().start() + one.zeroedBytes()
            ? new Place(MemoryPart.LIBRARIES, before.getValue().region().path())
            : new Place(MemoryPart.UNATTRIBUTED, ""));
  }

  /** The parts with known addresses, ascending and without overlaps. */
  static List<Range> ranges(List<ResidentRegion> regions, JvmRanges told, List<Range> direct) {
    Map<MemoryPart, List<Range>> byPart = new EnumMap<>(MemoryPart.class);
    for (JvmRanges.Range range : told.ranges()) {
      MemoryPart part = part(range.kind());
      byPart
          .computeIfAbsent(part, any -> new ArrayList<>())
          .add(new Range(range.start(), range.end(), part));
    }
    return new RangeLayers()
        .below(byPart.getOrDefault(MemoryPart.JAVA_HEAP, List.of()))
        .below(byPart.getOrDefault(MemoryPart.CODE_CACHE, List.of()))
        .below(byPart.getOrDefault(MemoryPart.THREAD_STACKS, List.of()))
        .below(direct)
        .below(metaspace(regions, told))
        .below(arenas(regions))
        .ranges();
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

  /** The program's heap, and the arenas. */
  private static List<Range> arenas(List<ResidentRegion> regions) {
    return Stream.concat(
            arenaRegions(regions).stream().map(ResidentRegion::region),
            regions.stream()
                .map(ResidentRegion::region)
                .filter(region -> region.path().equals("[heap]")))
        .map(region -> new Range(region.start(), region.end(), MemoryPart.MALLOC))
        .toList();
  }

  /** The arenas: writable beginnings of aligned blocks, which nothing else creates. */
  static List<ResidentRegion> arenaRegions(List<ResidentRegion> regions) {
    List<ResidentRegion> arenas = new ArrayList<>();
    for (int i = 0; i < regions.size(); i++) {
      MemoryRegion region = regions.get(i).region();
      boolean whole = (region.end() - region.start()) % ARENA == 0;
      if (region.start() > 0
          && region.start() % ARENA == 0
          && region.path().isEmpty()
          && region.permissions().startsWith("rw-p")
          && (whole || restIsReserved(regions, i))) {
        arenas.add(regions.get(i));
      }
    }
    return arenas;
  }

  /** The size of the blocks of which nothing is reserved any more; neighbours are one region. */
  static long fullArenaBytes(ResidentRegion arena) {
    long bytes = arena.region().end() - arena.region().start();
    return bytes - bytes % ARENA;
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

  /** Layers of address ranges; an upper layer covers the lower ones. For one thread. */
  static final class RangeLayers {
    private final TreeMap<Long, Range> kept = new TreeMap<>();

    /** Adds a layer below the existing ones; within it, the first ranges win. */
    RangeLayers below(List<Range> layer) {
      for (Range range : layer) {
        add(range);
      }
      return this;
    }

    private void add(Range range) {
      long at = range.start();
      Map.Entry<Long, Range> before = kept.floorEntry(at);
      if (before != null) {
        at = Math.max(at, before.getValue().end());
      }
      while (at < range.end()) {
        Map.Entry<Long, Range> next = kept.ceilingEntry(at);
        long stop = next == null ? range.end() : Math.min(range.end(), next.getKey());
        if (at < stop) {
          kept.put(at, new Range(at, stop, range.part()));
        }
        at = next == null ? range.end() : Math.max(stop, next.getValue().end());
      }
    }

    /** All, ascending and without overlaps. */
    List<Range> ranges() {
      return new ArrayList<>(kept.values());
    }
  }
}
