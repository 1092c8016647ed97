package dev.foliot.hotspot.perf;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * HotSpot's own counters, which jps and jstat read too: properties, the command, and how often and
 * how long all threads stood still (src/hotspot/share/runtime/perfMemory.hpp). There are none with
 * {@code -XX:-UsePerfData}.
 */
public final class PerfData {
  private static final int MOST_ENTRIES = 10_000;
  private static final int MOST_BYTES = 1 << 16;
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_TEXT = 1000;
  private static final List<String> SAFEPOINTS =
      List.of("sun.rt.safepoints", "sun.rt.safepointTime");

  private PerfData() {}

  /** Takes one counter. */
  private interface Visitor {
    void visit(long entry, char type, int length, long data) throws BadMemoryException;
  }

  /** All texts by their names; empty when there are none, or when they make no sense. */
  public static Map<String, String> texts(Pages pages, VmTables tables) {
    Map<String, String> texts = new HashMap<>();
    try {
      int nameOffset = tables.offset("PerfDataEntry::name_offset");
      each(
          pages,
          tables,
          (entry, type, length, data) -> {
            if (type == 'B' && length > 0) {
              texts.put(name(pages, entry, nameOffset), pages.cString(data, LONGEST_TEXT));
            }
          });
    } catch (BadMemoryException e) {
      // What was read so far is as good as it was.
      return texts;
    }
    return texts;
  }

  /**
   * Where the counters are of how often all threads were stopped and how long in all, in this
   * order; empty when there are none.
   */
  public static List<Long> safepoints(Pages pages, VmTables tables) {
    Map<String, Long> places = new HashMap<>();
    try {
      int nameOffset = tables.offset("PerfDataEntry::name_offset");
      each(
          pages,
          tables,
          (entry, type, length, data) -> {
            if (type == 'J' && length == 0 && data % Long.BYTES == 0) {
              places.put(name(pages, entry, nameOffset), data);
            }
          });
    } catch (BadMemoryException e) {
      return List.of();
    }
    return places.keySet().containsAll(SAFEPOINTS)
        ? SAFEPOINTS.stream().map(places::get).toList()
        : List.of();
  }

  private static String name(Pages pages, long entry, int nameOffset) throws BadMemoryException {
    return pages.cString(entry + pages.u4(entry + nameOffset), LONGEST_NAME);
  }

  private static void each(Pages pages, VmTables tables, Visitor visitor)
      throws BadMemoryException {
    long start = pages.i8(tables.address("PerfMemory::_start"));
    if (start == 0) {
      return;
    }
    int length = tables.offset("PerfDataEntry::entry_length");
    int vector = tables.offset("PerfDataEntry::vector_length");
    int type = tables.offset("PerfDataEntry::data_type");
    int dataOffset = tables.offset("PerfDataEntry::data_offset");
    int count = pages.i4(start + tables.offset("PerfDataPrologue::num_entries"));
    long entry = start + pages.u4(start + tables.offset("PerfDataPrologue::entry_offset"));
    for (int i = 0; i < Math.min(count, MOST_ENTRIES); i++) {
      long bytes = pages.u4(entry + length);
      if (bytes == 0 || bytes > MOST_BYTES) {
        return;
      }
      visitor.visit(
          entry,
          (char) pages.u1(entry + type),
          pages.i4(entry + vector),
          entry + pages.u4(entry + dataOffset));
      entry += bytes;
    }
  }
}
