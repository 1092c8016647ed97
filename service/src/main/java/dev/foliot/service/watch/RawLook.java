package dev.foliot.service.watch;

import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.hotspot.memory.MemorySplit;
import dev.foliot.hotspot.memory.NativeMemory;
import dev.foliot.hotspot.memory.NativeMemory.Category;
import dev.foliot.hotspot.memory.PlacedMemory;
import dev.foliot.linux.Reading;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * A look before the direct buffers are known, which the flight recording tells at the end.
 *
 * @param atNs as in {@link MemoryLook}
 * @param at the same by the wall clock, as events have it
 * @param spareBytes what malloc gave back right after it; below zero where that is not known
 */
record RawLook(
    long atNs,
    Instant at,
    Reading<Long> heapUsed,
    Reading<NativeMemory> books,
    Reading<PlacedMemory> placed,
    long spareBytes,
    Reading<Long> carriers) {
  static final long NOT_KNOWN = -1;

  /** The same at another moment. */
  RawLook at(long otherNs) {
    return new RawLook(otherNs, at, heapUsed, books, placed, spareBytes, carriers);
  }

  /** The same with what malloc gave back right after it. */
  RawLook withSpare(long bytes) {
    return new RawLook(atNs, at, heapUsed, books, placed, bytes, carriers);
  }

  /**
   * The look as it is told.
   *
   * @param directBytes in direct buffers then; below zero where it is not known
   */
  MemoryLook told(long directBytes) {
    Reading<MemorySplit> resident =
        switch (books) {
          case Reading.Unavailable<NativeMemory> none -> none.retyped();
          case Reading.Value<NativeMemory>(NativeMemory memory) ->
              placed
                  .map(where -> where.split(memory, directBytes))
                  .map(split -> spareBytes < 0 ? split : split.withSpare(spareBytes));
        };
    return new MemoryLook(
        atNs, heapUsed, books.map(memory -> committed(memory, directBytes)), resident, carriers);
  }

  private static Map<MemoryPart, Long> committed(NativeMemory memory, long directBytes) {
    Map<MemoryPart, Long> parts = new EnumMap<>(MemoryPart.class);
    for (Map.Entry<String, Category> entry : memory.categories().entrySet()) {
      Category category = entry.getValue();
      MemoryPart part = MemoryPart.ofCategory(entry.getKey());
      if (entry.getKey().equals("Thread")) {
        parts.merge(MemoryPart.THREAD_STACKS, category.mappedBytes(), Long::sum);
        parts.merge(MemoryPart.JVM, category.mallocBytes(), Long::sum);
      } else {
        parts.merge(part, category.mappedBytes() + category.mallocBytes(), Long::sum);
      }
    }
    long unsafe = parts.getOrDefault(MemoryPart.OTHER_OFF_HEAP, 0L);
    long direct = directBytes < 0 ? unsafe : Math.min(directBytes, unsafe);
    parts.put(MemoryPart.DIRECT_BUFFERS, direct);
    parts.put(MemoryPart.OTHER_OFF_HEAP, unsafe - direct);
    return Map.copyOf(parts);
  }
}
