package dev.foliot.hotspot.perf;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * HotSpot's own counters, which jps and jstat read too, at one moment. Immutable.
 *
 * <p>A JVM has 150 to 300 of them. They differ between versions and collectors, so each is
 * requested by name, such as {@code sun.rt.safepoints}. Times are in ticks; {@code
 * sun.os.hrt.frequency} is the number of ticks per second.
 *
 * <p>[1] src/hotspot/share/runtime/perfMemory.hpp and perfData.hpp.
 */
public final class PerfData {
  private static final int MOST_ENTRIES = 10_000;
  private static final int MOST_BYTES = 1 << 16;
  private static final int LONGEST_NAME = 256;
  private static final int LONGEST_TEXT = 1000;

  private final Map<String, Counter> counters = new TreeMap<>();
  private final Map<String, String> texts = new TreeMap<>();

  private PerfData() {}

  /** The unit of a counter. */
  public enum Unit {
    /** No unit, or unknown. */
    NONE,
    /** Bytes. */
    BYTES,
    /** Time in ticks. */
    TICKS,
    /** A number of events. */
    EVENTS,
    /** A text. */
    STRING,
    /** Per second. */
    HERTZ;

    private static Unit of(int stored) {
      return stored > 0 && stored <= values().length ? values()[stored - 1] : NONE;
    }
  }

  /**
   * A numeric counter.
   *
   * @param value at the moment of the read
   * @param address of the word in the target's memory; it never moves
   */
  public record Counter(long value, Unit unit, long address) {}

  /**
   * Reads all counters; those before a break in their list. Unavailable with {@code
   * -XX:-UsePerfData}, and where the JVM does not export their address.
   */
  public static Reading<PerfData> of(VmImage image) {
    try {
      PerfData data = new PerfData();
      Pages pages = image.pages(Budget.CLASS);
      long start = pages.i8(image.tables().address("PerfMemory::_start"));
      if (start == 0) {
        return Reading.unavailable(new JvmReason.NoJvmCounters());
      }
      data.read(pages, start, new Layout(image.tables()));
      return Reading.of(data);
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.PartUnreadable(JvmReason.JvmPart.COUNTERS, e.what()));
    }
  }

  /** The offsets in an entry. */
  private record Layout(
      int count,
      int first,
      int length,
      int vector,
      int type,
      int name,
      int data,
      Optional<VmTables.Field> units) {
    Layout(VmTables tables) throws BadMemoryException {
      this(
          tables.offset("PerfDataPrologue::num_entries"),
          tables.offset("PerfDataPrologue::entry_offset"),
          tables.offset("PerfDataEntry::entry_length"),
          tables.offset("PerfDataEntry::vector_length"),
          tables.offset("PerfDataEntry::data_type"),
          tables.offset("PerfDataEntry::name_offset"),
          tables.offset("PerfDataEntry::data_offset"),
          tables.field("PerfDataEntry::data_units"));
    }
  }

  private void read(Pages pages, long start, Layout layout) throws BadMemoryException {
    int count = pages.i4(start + layout.count);
    long entry = start + pages.u4(start + layout.first);
    for (int i = 0; i < Math.min(count, MOST_ENTRIES); i++) {
      try {
        long bytes = pages.u4(entry + layout.length);
        if (bytes == 0 || bytes > MOST_BYTES) {
          return;
        }
        read(pages, entry, layout, pages.i4(entry + layout.vector));
        entry += bytes;
      } catch (BadMemoryException e) {
        // The counters read so far are valid.
        return;
      }
    }
  }

  private void read(Pages pages, long entry, Layout layout, int vector) throws BadMemoryException {
    String name = pages.cString(entry + pages.u4(entry + layout.name), LONGEST_NAME);
    int type = pages.u1(entry + layout.type);
    long data = entry + pages.u4(entry + layout.data);
    if (type == 'B' && vector > 0) {
      texts.put(name, text(pages.bytes(data, Math.min(vector, LONGEST_TEXT))));
    } else if (type == 'J' && vector == 0 && data % Long.BYTES == 0) {
      int units = layout.units.isEmpty() ? 0 : (int) layout.units.get().read(pages, entry);
      counters.put(name, new Counter(pages.i8(data), Unit.of(units), data));
    }
  }

  /** A class path may be longer than what is kept of a text. */
  private static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** The counter of that name; empty if this JVM lacks it. */
  public Optional<Counter> counter(String name) {
    return Optional.ofNullable(counters.get(name));
  }

  /**
   * The text of that name, such as {@code java.property.java.vm.vendor}; empty if this JVM lacks
   * it. It comes from the target, with any characters; only its first 1,000 bytes are kept.
   */
  public Optional<String> text(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  /** All numeric counters, by name. */
  public Map<String, Counter> counters() {
    return Collections.unmodifiableMap(counters);
  }
}
