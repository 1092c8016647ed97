package dev.foliot.hotspot.memory;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * What of a JVM's memory is in RAM, by part. Immutable.
 *
 * @param residentBytes all of it; the parts add up to it
 * @param parts every part, those of nothing too, in bytes; {@link MemoryPart#MALLOC} and {@link
 *     MemoryPart#MALLOC_SPARE} only where they were told
 * @param estimatedBytes how much was shared out among parts by an estimate: what is in mappings
 *     that belong to several parts and are not resident in full, by length, and malloc's memory
 *     other than direct buffers, by what each part took
 */
public record MemorySplit(long residentBytes, Map<MemoryPart, Long> parts, long estimatedBytes) {
  private static final Set<MemoryPart> WHERE_TOLD =
      Set.of(MemoryPart.MALLOC, MemoryPart.MALLOC_SPARE);

  /** Keeps a copy. */
  public MemorySplit {
    Map<MemoryPart, Long> all = new EnumMap<>(MemoryPart.class);
    for (MemoryPart part : MemoryPart.values()) {
      if (!WHERE_TOLD.contains(part) || parts.containsKey(part)) {
        all.put(part, parts.getOrDefault(part, 0L));
      }
    }
    parts = Collections.unmodifiableMap(all);
  }

  /**
   * The same with what malloc kept though it was free. So much less belongs to no part, at least
   * nothing: the books count what was taken, and some of that was never touched.
   *
   * @param bytes by which the resident memory fell when malloc was asked to give that back
   */
  public MemorySplit withSpare(long bytes) {
    long spare = Math.clamp(bytes, 0, bytes(MemoryPart.UNATTRIBUTED));
    Map<MemoryPart, Long> all = new EnumMap<>(parts);
    all.put(MemoryPart.MALLOC_SPARE, spare);
    all.merge(MemoryPart.UNATTRIBUTED, -spare, Long::sum);
    return new MemorySplit(residentBytes, all, estimatedBytes);
  }

  /** The bytes of one part. */
  public long bytes(MemoryPart part) {
    return parts.getOrDefault(part, 0L);
  }

  /** The share of what belongs to no part, from 0 to 1. */
  public double unattributedShare() {
    return residentBytes == 0 ? 0 : (double) bytes(MemoryPart.UNATTRIBUTED) / residentBytes;
  }
}
