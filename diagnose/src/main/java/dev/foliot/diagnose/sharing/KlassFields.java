package dev.foliot.diagnose.sharing;

import dev.foliot.diagnose.hotspot.KlassField;
import dev.foliot.diagnose.hotspot.KlassLayout;
import dev.foliot.diagnose.hotspot.LoadedClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which fields of a class's structure type checks write and read. */
final class KlassFields {
  private static final int MOST_PRIMARY_SUPERS = 16;

  private KlassFields() {}

  /** The note of the interface that was asked for last. */
  static FieldWord written(KlassLayout layout) {
    return new FieldWord("_secondary_super_cache", layout.secondarySuperCache(), Long.BYTES);
  }

  /**
   * What type checks of this class's objects read besides, those on the written field's line first.
   */
  static List<FieldWord> read(KlassLayout layout, LoadedClass type, Line line) {
    List<FieldWord> words = new ArrayList<>();
    words.add(new FieldWord("_secondary_supers", layout.secondarySupers(), Long.BYTES));
    words.add(new FieldWord("_super_check_offset", layout.superCheckOffset(), Integer.BYTES));
    int inUse = Math.min(Math.max(type.depth(), 0) + 1, primarySupers(layout));
    for (int i = 0; i < inUse; i++) {
      words.add(primarySuper(layout, i));
    }
    int written = layout.secondarySuperCache();
    // Stable: what is read most, by the code that writes, stays first.
    words.sort(
        Comparator.comparing(word -> !line.holdsBoth(type.address(), written, word.offset())));
    return List.copyOf(words);
  }

  /** Everything known up to offset {@code last}, ascending; for the drawing. */
  static List<FieldWord> all(KlassLayout layout, int last) {
    int firstSuper = layout.primarySupers();
    int endOfSupers = firstSuper + primarySupers(layout) * Long.BYTES;
    List<FieldWord> words = new ArrayList<>();
    for (KlassField field : layout.fields()) {
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

  private static FieldWord primarySuper(KlassLayout layout, int index) {
    return new FieldWord(
        "_primary_supers[" + index + "]", layout.primarySupers() + index * Long.BYTES, Long.BYTES);
  }

  private static int primarySupers(KlassLayout layout) {
    return Math.min(Math.max(layout.primarySuperLimit(), 0), MOST_PRIMARY_SUPERS);
  }
}
