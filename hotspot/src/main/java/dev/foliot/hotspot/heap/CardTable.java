package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.List;

/**
 * The table where a collector's barriers note stores of references into the heap.
 *
 * <p>A byte stands for some 512 bytes of heap, so a cache line stands for 32 KiB, and threads that
 * write to different objects write to the same line. [1] CardTable in src/hotspot/share/gc/shared.
 * Immutable.
 *
 * @param start its first address
 * @param end the address after its last
 */
public record CardTable(long start, long end) {
  private static final List<String> COLLECTORS = List.of("UseG1GC", "UseParallelGC", "UseSerialGC");
  private static final long MOST_BYTES = 1L << 40;

  static CardTable of(Pages pages, VmTables tables, JvmFlags flags) throws BadMemoryException {
    if (COLLECTORS.stream().noneMatch(flag -> flags.bool(flag).orElse(false))) {
      throw new BadMemoryException("its collector is neither G1 nor Parallel nor Serial");
    }
    long barriers = pages.target(tables.address("BarrierSet::_barrier_set"));
    long table = pages.target(barriers + tables.offset("CardTableBarrierSet::_card_table"));
    long start = pages.target(table + tables.offset("CardTable::_byte_map"));
    long bytes = pages.i8(table + tables.offset("CardTable::_byte_map_size"));
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new BadMemoryException("the card table has " + bytes + " bytes");
    }
    return new CardTable(start, start + bytes);
  }

  /** Whether an address is in the table. */
  public boolean has(long address) {
    return address >= start && address < end;
  }
}
