package dev.foliot.store.study;

import dev.foliot.store.Copies;
import dev.foliot.store.CsvTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the memory of a service's JVM was made of at one moment: a line of {@code memory.csv}.
 *
 * @param atMs from the start of the measured load, in milliseconds; below zero before
 * @param heapUsedBytes what objects took, dead ones included; null if not known
 * @param heapCommittedBytes what the JVM had of the kernel for its heap, resident or not; null if
 *     not known
 * @param residentBytes of the process in RAM; null if it is not known by part
 * @param parts what of it belongs to what, by the names of {@link #PARTS}; those that are not known
 *     are absent, and all that are known add up to {@code residentBytes}
 */
public record StudyMemory(
    double atMs,
    @Nullable Long heapUsedBytes,
    @Nullable Long heapCommittedBytes,
    @Nullable Long residentBytes,
    Map<String, Long> parts) {
  /** What memory is made of, in the order in which it is shown. */
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

  static final List<String> COLUMNS = columns();

  private static final String UNIT = "_bytes";

  /** Older files lack it. */
  private static final String SPARE = "malloc_spare";

  /** The last column, since older files lack it. */
  private static final String COMMITTED = "heap_committed_bytes";

  /** Keeps a copy, in the order of {@link #PARTS}, and checks that there are no other parts. */
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

  private static List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("at_ms", "heap_used_bytes", "resident_bytes"));
    PARTS.forEach(part -> columns.add(part + UNIT));
    columns.add(COMMITTED);
    return List.copyOf(columns);
  }

  static StudyMemory of(CsvTable.Row row) {
    Map<String, Long> parts = new LinkedHashMap<>();
    for (String part : PARTS) {
      String column = part + UNIT;
      Long bytes = part.equals(SPARE) ? row.wholeIfPresent(column) : row.wholeOrNull(column);
      if (bytes != null) {
        parts.put(part, bytes);
      }
    }
    return new StudyMemory(
        row.number("at_ms"),
        row.wholeOrNull("heap_used_bytes"),
        row.wholeIfPresent(COMMITTED),
        row.wholeOrNull("resident_bytes"),
        parts);
  }

  List<@Nullable Object> row() {
    List<@Nullable Object> row = new ArrayList<>();
    row.add(atMs);
    row.add(heapUsedBytes);
    row.add(residentBytes);
    PARTS.forEach(part -> row.add(parts.get(part)));
    row.add(heapCommittedBytes);
    return row;
  }
}
