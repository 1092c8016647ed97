package dev.foliot.diagnose.hotspot;

import java.util.HashMap;
import java.util.Map;

/**
 * The texts among HotSpot's own counters, which jps and jstat read too: properties and the command
 * (src/hotspot/share/runtime/perfMemory.hpp). There are none with {@code -XX:-UsePerfData}.
 */
final class PerfData {
  private static final int MOST_ENTRIES = 10_000;
  private static final int MOST_BYTES = 1 << 16;
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_TEXT = 1000;

  private PerfData() {}

  /** All texts by their names; empty when there are none, or when they make no sense. */
  static Map<String, String> texts(Pages pages, VmTables tables) {
    Map<String, String> texts = new HashMap<>();
    try {
      read(pages, tables, texts);
    } catch (BadMemoryException e) {
      // What was read so far is as good as it was.
      return texts;
    }
    return texts;
  }

  private static void read(Pages pages, VmTables tables, Map<String, String> texts)
      throws BadMemoryException {
    long start = pages.i8(tables.address("PerfMemory::_start"));
    if (start == 0) {
      return;
    }
    int nameOffset = tables.offset("PerfDataEntry::name_offset");
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
      if (pages.u1(entry + type) == 'B' && pages.i4(entry + vector) > 0) {
        texts.put(
            pages.cString(entry + pages.u4(entry + nameOffset), LONGEST_NAME),
            pages.cString(entry + pages.u4(entry + dataOffset), LONGEST_TEXT));
      }
      entry += bytes;
    }
  }
}
