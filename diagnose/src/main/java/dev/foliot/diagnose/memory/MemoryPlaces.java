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

/**
 * Which part of a JVM's memory an address is in, as far as is known from outside, without asking
 * the JVM. Immutable; safe for any thread.
 *
 * <p>The JVM's own tables tell where its heap, its code and the stacks of its threads are. A
 * mapping without a file in which descriptions of classes lie is metaspace, as nothing else is put
 * there. glibc's malloc takes memory from the program's heap, {@code [heap]}, and from arenas of 64
 * MiB, aligned to as much, of which it makes a part writable [1]; what is larger than some 128 KiB
 * it maps on its own. That, and what the collector and libraries map, cannot be distinguished from
 * outside: it is the rest.
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
   * @param part what it is
   * @param file the file that is mapped there, or whose zeroed data lies there; empty where none is
   */
  public record Place(MemoryPart part, String file) {}

  /**
   * By what a process has mapped.
   *
   * @param regions all of the process, ascending
   * @param told where the JVM keeps what
   */
  public MemoryPlaces(List<ResidentRegion> regions, JvmRanges told) {
    // half of the addresses are the kernel's, and no program's
    regions.stream()
        .filter(one -> one.region().start() >= 0)
        .forEach(one -> this.regions.put(one.region().start(), one));
    ranges(regions, told, List.of()).forEach(range -> ranges.put(range.start(), range));
  }

  /** What is at an address; empty where nothing is mapped, and for the kernel's addresses. */
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

  /** The parts that are known by their addresses, ascending and without overlaps. */
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

  /** Ranges of addresses in layers: what one layer covers is not for the next. For one thread. */
  static final class RangeLayers {
    private final TreeMap<Long, Range> kept = new TreeMap<>();

    /** Puts a layer below those that there are; within it, the first ones win. */
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
