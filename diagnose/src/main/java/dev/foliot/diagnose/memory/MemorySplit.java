package dev.foliot.diagnose.memory;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What of a JVM's memory is in RAM, by part. Immutable.
 *
 * @param residentBytes all of it; the parts add up to it
 * @param parts every part, those of nothing too, in bytes; {@link MemoryPart#MALLOC} only where it
 *     was told
 * @param estimatedBytes how much was shared out among parts by an estimate: what is in mappings
 *     that belong to several parts and are not resident in full, by length, and malloc's memory
 *     other than direct buffers, by what each part took
 */
public record MemorySplit(long residentBytes, Map<MemoryPart, Long> parts, long estimatedBytes) {
  /** Keeps a copy. */
  public MemorySplit {
    Map<MemoryPart, Long> all = new EnumMap<>(MemoryPart.class);
    for (MemoryPart part : MemoryPart.values()) {
      if (part != MemoryPart.MALLOC || parts.containsKey(part)) {
        all.put(part, parts.getOrDefault(part, 0L));
      }
    }
    parts = Collections.unmodifiableMap(all);
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
