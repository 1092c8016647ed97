package dev.foliot.hotspot.memory;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * A JVM's resident memory, by part. Immutable.
 *
 * @param residentBytes the sum of all parts
 * @param parts every part in bytes, empty ones included; {@link MemoryPart#MALLOC} and {@link
 *     MemoryPart#MALLOC_SPARE} only where they are known
 * @param estimatedBytes the bytes divided among parts by an estimate. Partly resident mappings of
 *     several parts are divided by length; malloc's memory without direct buffers is divided by the
 *     amount each part took
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
   * Moves malloc's free memory from the unattributed part, which stays at least zero.
   *
   * <p>The two can overlap: the accounts include memory that was taken and never touched.
   *
   * @param bytes the decrease of the resident memory when malloc returned its free memory
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

  /** The share of the unattributed part, from 0 to 1. */
  public double unattributedShare() {
    return residentBytes == 0 ? 0 : (double) bytes(MemoryPart.UNATTRIBUTED) / residentBytes;
  }
}
