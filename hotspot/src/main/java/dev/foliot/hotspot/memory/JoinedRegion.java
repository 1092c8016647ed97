package dev.foliot.hotspot.memory;

import dev.foliot.hotspot.memory.NativeMemory.Range;
import dev.foliot.hotspot.memory.PlacedMemory.Presence;
import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.PresentPages;
import dev.foliot.linux.ResidentRegion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is resident of one mapping, by the ranges that lie in it. Immutable.
 *
 * @param parts what lies in ranges
 * @param leftBytes what lies in none
 * @param coveredInFull whether ranges cover all of it
 * @param estimatedBytes how much of it was shared out by length
 */
record JoinedRegion(
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
