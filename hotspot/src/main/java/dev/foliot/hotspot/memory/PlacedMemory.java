package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory.Presence;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.PresentPages;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The places of a JVM's resident memory, from HotSpot's map and file names. Immutable.
 *
 * <p>First, the ranges reserved by HotSpot cut every mapping. All resident bytes of a range belong
 * to its category, since HotSpot alone uses it. The kernel reports residency per mapping, and joins
 * neighbours. For a partly resident mapping that is larger than the range, the present pages show
 * the owners. Without them the bytes are divided by length, and count as an estimate.
 *
 * <p>The rest of a mapped file belongs to the file. Anonymous memory right behind a library belongs
 * to the library, up to the size of its zeroed data; the kernel does not separate later mappings
 * behind it. All other anonymous memory came from malloc, the heap of the program and the arenas.
 *
 * <p>Known ranges of direct buffers come first: such memory is zeroed when it is allocated, and so
 * resident.
 *
 * <p>HotSpot's accounts have no addresses for malloc's memory. Direct buffers are resident in full
 * and come first. The other categories divide the rest in proportion to what they took, and never
 * get more: some of it was never touched, by unknown users. The remainder is unattributed. It is a
 * lower bound, because memory that was taken but never touched hides the allocator's free memory.
 * So all divided bytes count as an estimate.
 *
 * @param placed by part
 * @param malloc resident bytes that malloc manages
 * @param residentBytes of everything
 * @param estimatedBytes divided by length
 */
public record PlacedMemory(
    Map<MemoryPart, Long> placed, long malloc, long residentBytes, long estimatedBytes) {
  /** Finds the pages of a mapping that are in RAM. */
  public interface Presence {
    /** Unavailable where unknown. */
    Reading<PresentPages> of(MemoryRegion region);
  }

  /**
   * Assigns the resident bytes to parts.
   *
   * @param regions all of a process, ascending
   * @param ranges ascending and without overlaps
   * @param presence asked for partly resident mappings of several parts
   */
  public static PlacedMemory of(
      List<ResidentRegion> regions, List<Range> ranges, Presence presence) {
    Map<MemoryPart, Long> placed = new EnumMap<>(MemoryPart.class);
    long malloc = 0;
    long resident = 0;
    long estimated = 0;
    int from = 0;
    for (ResidentRegion one : regions) {
      MemoryRegion region = one.region();
      resident += one.residentBytes();
      while (from < ranges.size() && ranges.get(from).end() <= region.start()) {
        from++;
      }
      int to = from;
      while (to < ranges.size() && ranges.get(to).start() < region.end()) {
        to++;
      }
      JoinedRegion joined = JoinedRegion.of(one, ranges.subList(from, to), presence);
      joined.parts().forEach((part, bytes) -> placed.merge(part, bytes, Long::sum));
      estimated += joined.estimatedBytes();
      // rounding leaves a few bytes of a fully covered mapping
      MemoryPart part = joined.coveredInFull() ? MemoryPart.JVM : partOf(region);
      long left = joined.leftBytes();
      if (part == null) {
        long zeroed = Math.min(left, one.zeroedBytes());
        placed.merge(MemoryPart.LIBRARIES, zeroed, Long::sum);
        malloc += left - zeroed;
      } else {
        placed.merge(part, left, Long::sum);
      }
    }
    return new PlacedMemory(Map.copyOf(placed), malloc, resident, estimated);
  }

  /** Null for memory that malloc manages. */
  public static @Nullable MemoryPart partOf(MemoryRegion region) {
    String path = region.path();
    if (path.startsWith("/")) {
      return MemoryPart.ofFile(path);
    }
    if (path.startsWith("[stack")) {
      return MemoryPart.THREAD_STACKS;
    }
    return path.startsWith("[v") ? MemoryPart.LIBRARIES : null;
  }

  /**
   * The complete split.
   *
   * @param memory HotSpot's accounts at the same moment
   * @param directBytes in direct buffers, by the JDK's count; below zero if unknown, and then all
   *     memory of Unsafe counts as direct buffers
   */
  public MemorySplit split(NativeMemory memory, long directBytes) {
    Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
    parts.putAll(placed);
    long left = malloc;
    // stacks of threads that started after HotSpot's map was taken
    long stacks =
        memory.category("Thread").mappedBytes() - placed.getOrDefault(MemoryPart.THREAD_STACKS, 0L);
    left -= move(parts, MemoryPart.THREAD_STACKS, Math.clamp(stacks, 0, left));
    long unsafe = memory.category("Other").mallocBytes();
    long direct = directBytes < 0 ? unsafe : Math.min(directBytes, unsafe);
    left -= move(parts, MemoryPart.DIRECT_BUFFERS, Math.min(direct, left));
    double rest = 0;
    for (Category category : memory.categories().values()) {
      rest += (double) category.mallocBytes();
    }
    rest -= (double) direct;
    double factor = rest <= left ? 1 : left / rest;
    long shared = 0;
    for (Map.Entry<String, Category> entry : memory.categories().entrySet()) {
      long bytes = entry.getValue().mallocBytes() - (entry.getKey().equals("Other") ? direct : 0);
      shared +=
          move(parts, MemoryPart.ofCategory(entry.getKey()), (long) Math.floor(bytes * factor));
    }
    move(parts, MemoryPart.UNATTRIBUTED, left - shared);
    return new MemorySplit(residentBytes, parts, estimatedBytes + shared);
  }

  private static long move(Map<MemoryPart, Long> parts, MemoryPart part, long bytes) {
    parts.merge(part, bytes, Long::sum);
    return bytes;
  }

  /**
   * The resident bytes of one mapping, by its ranges. Immutable.
   *
   * @param parts the bytes inside ranges
   * @param leftBytes the bytes outside ranges
   * @param coveredInFull whether ranges cover all of it
   * @param estimatedBytes the bytes divided by length
   */
  private record JoinedRegion(
      Map<MemoryPart, Long> parts, long leftBytes, boolean coveredInFull, long estimatedBytes) {

    /**
     * Divides the resident bytes.
     *
     * @param ranges those that overlap with it, ascending
     */
    static JoinedRegion of(ResidentRegion one, List<Range> ranges, Presence presence) {
      MemoryRegion region = one.region();
      long length = region.end() - region.start();
      long direct = 0;
      long covered = 0;
      for (Range range : ranges) {
        covered += overlap(region, range);
        direct += isDirect(range) ? overlap(region, range) : 0;
      }
      boolean several = direct < covered && covered < length && one.residentBytes() < length;
      Optional<PresentPages> pages =
          several
              ? presence.of(region).toOptional().filter(found -> !found.present().isEmpty())
              : Optional.empty();
      long unknown = one.residentBytes() - Math.min(direct, one.residentBytes());
      double perLength = (double) unknown / (double) Math.max(1, length - direct);
      // the pages are read after smaps, and include the zero page
      double perPresent =
          pages.isPresent()
              ? Math.min(
                  1,
                  (double) one.residentBytes()
                      / (double) pages.get().bytes(region.start(), region.end()))
              : 0;

      Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
      long left = one.residentBytes();
      for (Range range : ranges) {
        long overlap = overlap(region, range);
        double share;
        if (isDirect(range)) {
          share = (double) overlap;
        } else if (pages.isPresent()) {
          long start = Math.max(region.start(), range.start());
          share = (double) pages.get().bytes(start, start + overlap) * perPresent;
        } else {
          share = (double) overlap * perLength;
        }
        long bytes = Math.min(left, Math.round(share));
        parts.merge(range.part(), bytes, Long::sum);
        left -= bytes;
      }
      return new JoinedRegion(
          parts, left, covered >= length, several && pages.isEmpty() ? unknown : 0);
    }

    /** Ranges with known addresses; all of their memory is zeroed, and so resident. */
    private static boolean isDirect(Range range) {
      return range.part() == MemoryPart.DIRECT_BUFFERS;
    }

    private static long overlap(MemoryRegion region, Range range) {
      return Math.min(region.end(), range.end()) - Math.max(region.start(), range.start());
    }
  }
}
