package dev.foliot.store.study;

import dev.foliot.store.Copies;
import dev.foliot.store.CsvCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a service's memory at one time: a line of {@code memory.csv}.
 *
 * @param atMs time from the start of the measured load, in milliseconds; negative before
 * @param heapUsedBytes the heap used by objects, including dead ones; null if unknown
 * @param heapCommittedBytes the heap committed by the kernel, resident or not; null if unknown
 * @param residentBytes resident memory of the process; null if its parts are unknown
 * @param parts the parts of the resident memory, by the names of {@link #PARTS}. Unknown ones are
 *     absent, and the known ones add up to {@code residentBytes}
 */
public record StudyMemory(
    double atMs,
    @Nullable Long heapUsedBytes,
    @Nullable Long heapCommittedBytes,
    @Nullable Long residentBytes,
    Map<String, Long> parts) {
  /** The parts of memory, in display order. */
  public static final List<String> PARTS =
      List.of(
          "java_heap",
          "metaspace",
          "code_cache",
          "thread_stacks",
          "direct_buffers",
          "other_off_heap",
          "gc",
          "cds_archive",
          "jvm",
          "libraries",
          "mapped_files",
          "malloc_spare",
          "unattributed");

  static final CsvCodec<StudyMemory> CODEC = CsvCodec.of(StudyMemory.class, PARTS, "_bytes");

  /** Copies the parts in the order of {@link #PARTS}, and rejects other parts. */
  public StudyMemory {
    Copies.finite(atMs, "at_ms");
    Map<String, Long> ordered = new LinkedHashMap<>();
    for (String part : PARTS) {
      Long bytes = parts.get(part);
      if (bytes != null) {
        ordered.put(part, bytes);
      }
    }
    if (ordered.size() < parts.size()) {
      throw new IllegalArgumentException("memory is made of " + PARTS + ", not of " + parts);
    }
    parts = Copies.ordered(ordered);
  }
}
