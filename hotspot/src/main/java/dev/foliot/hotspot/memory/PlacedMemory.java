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
 * Where the resident memory of a JVM lies: what HotSpot's own map and the names of files tell, and
 * what is left of anonymous memory, which is malloc's. Immutable.
 *
 * <p>First every mapping is cut by the ranges that HotSpot reserved: all that is resident in such a
 * range belongs to its category, since nothing else can be there. The kernel tells residency for a
 * mapping as a whole, and joins neighbours; of one that is larger than the range and not resident
 * in full, the pages that are present tell what is whose. Where they are not told it is shared out
 * by length, and counted as an estimate. What remains of a mapped file goes to the file, and of
 * anonymous memory right behind a library as much to that library as its file says that its zeroed
 * data is: what was mapped behind it later is not told apart by the kernel. What then remains was
 * got through malloc, the heap of the program and the arenas.
 *
 * <p>Where ranges of direct buffers are known they are taken first: such memory is zeroed when it
 * is made, and so resident.
 *
 * <p>malloc's memory has no addresses in HotSpot's books. Direct buffers are zeroed when they are
 * made, so they are resident in full; they come first. The other categories share what remains by
 * what they took, at most that much: some of it was never touched, nobody knows whose. What is left
 * over nobody accounts for. It is a lower bound: what the allocator keeps of freed memory hides
 * behind memory that was taken and never touched. So all that is shared out counts as an estimate.
 *
 * @param placed by part
 * @param malloc resident bytes that malloc manages
 * @param residentBytes of everything
 * @param estimatedBytes shared out by length
 */
public record PlacedMemory(
    Map<MemoryPart, Long> placed, long malloc, long residentBytes, long estimatedBytes) {
  /** Tells which pages of a mapping are in RAM. */
  public interface Presence {
    /** Unavailable where that is not known. */
    Reading<PresentPages> of(MemoryRegion region);
  }

  /**
   * Places what is resident.
   *
   * @param regions all of a process, ascending
   * @param ranges ascending and without overlaps
   * @param presence asked for mappings that belong to several parts and are not resident in full
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
      // rounding leaves a few bytes of a mapping that is covered in full
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
   * The whole split.
   *
   * @param memory HotSpot's books of the same moment
   * @param directBytes in direct buffers, by the JDK's count; below zero where it is not known, and
   *     then all that Unsafe took is taken to be so
   */
  public MemorySplit split(NativeMemory memory, long directBytes) {
    Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
    parts.putAll(placed);
    long left = malloc;
    // stacks of threads that were started after HotSpot's map was taken
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
   * What is resident of one mapping, by the ranges that lie in it. Immutable.
   *
   * @param parts what lies in ranges
   * @param leftBytes what lies in none
   * @param coveredInFull whether ranges cover all of it
   * @param estimatedBytes how much of it was shared out by length
   */
  private record JoinedRegion(
      Map<MemoryPart, Long> parts, long leftBytes, boolean coveredInFull, long estimatedBytes) {

    /**
     * Shares it out.
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
      // it is read after smaps, and counts the page of zeroes
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

    /** Their addresses are known one by one, and all of them is zeroed, and so resident. */
    private static boolean isDirect(Range range) {
      return range.part() == MemoryPart.DIRECT_BUFFERS;
    }

    private static long overlap(MemoryRegion region, Range range) {
      return Math.min(region.end(), range.end()) - Math.max(region.start(), range.start());
    }
  }
}
