package dev.foliot.diagnose.sharing;

import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A field of HotSpot's class structure: type checks write one and read others.
 *
 * @param name as in HotSpot's sources
 * @param offset in bytes from the structure's start
 * @param bytes its size
 */
record FieldWord(String name, int offset, int bytes) {
  private static final int MOST_PRIMARY_SUPERS = 16;

  /** The list that a check searches. */
  static final String SEARCHED = "_secondary_supers";

  PerfEvent.Watchpoint watch(PerfEvent.Access access, long klass) {
    return new PerfEvent.Watchpoint(access, klass + offset, bytes);
  }

  /** The cache of the last interface checked; without it no examination is possible. */
  static FieldWord written(KlassLayout layout) {
    return switch (layout.secondarySuperCache()) {
      case Reading.Value<Integer>(Integer offset) ->
          new FieldWord("_secondary_super_cache", offset, Long.BYTES);
      case Reading.Unavailable<Integer> none -> throw new IllegalStateException(none.reason());
    };
  }

  /**
   * Other fields that type checks of this class read, if exported; those on the written field's
   * line first.
   */
  static List<FieldWord> read(KlassLayout layout, LoadedClass type, CacheLine line) {
    List<FieldWord> words = new ArrayList<>();
    word(SEARCHED, layout.secondarySupers(), Long.BYTES).ifPresent(words::add);
    word("_super_check_offset", layout.superCheckOffset(), Integer.BYTES).ifPresent(words::add);
    int inUse = Math.min(Math.max(type.depth(), 0) + 1, primarySupers(layout));
    for (int i = 0; i < inUse; i++) {
      words.add(primarySuper(layout, i));
    }
    int written = written(layout).offset();
    // Stable: the field that the writing code reads most stays first.
    words.sort(
        Comparator.comparing(word -> !line.holdsBoth(type.address(), written, word.offset())));
    return List.copyOf(words);
  }

  /** All known fields up to offset {@code last}, ascending; for the drawing. */
  static List<FieldWord> all(KlassLayout layout, int last) {
    int firstSuper = layout.primarySupers().orElse(0);
    int endOfSupers = firstSuper + primarySupers(layout) * Long.BYTES;
    List<FieldWord> words = new ArrayList<>();
    for (KlassLayout.Field field : layout.fields()) {
      boolean isSuper = field.offset() >= firstSuper && field.offset() < endOfSupers;
      if (!isSuper && field.offset() <= last && field.bytes() > 0) {
        words.add(new FieldWord(field.name(), field.offset(), field.bytes()));
      }
    }
    for (int i = 0; firstSuper + i * Long.BYTES < endOfSupers; i++) {
      FieldWord word = primarySuper(layout, i);
      if (word.offset() <= last) {
        words.add(word);
      }
    }
    words.sort(Comparator.comparingInt(FieldWord::offset));
    return List.copyOf(words);
  }

  private static Optional<FieldWord> word(String name, Reading<Integer> offset, int bytes) {
    return offset.toOptional().map(known -> new FieldWord(name, known, bytes));
  }

  private static FieldWord primarySuper(KlassLayout layout, int index) {
    return new FieldWord(
        "_primary_supers[" + index + "]",
        layout.primarySupers().orElse(0) + index * Long.BYTES,
        Long.BYTES);
  }

  /** Empty if the JVM does not export their place. */
  private static int primarySupers(KlassLayout layout) {
    return layout.primarySupers() instanceof Reading.Value<Integer>
        ? Math.min(Math.max(layout.primarySuperLimit(), 0), MOST_PRIMARY_SUPERS)
        : 0;
  }
}
