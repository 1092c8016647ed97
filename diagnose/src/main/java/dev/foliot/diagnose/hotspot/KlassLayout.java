package dev.foliot.diagnose.hotspot;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the fields of a class are in HotSpot's structure for it, Klass, as the JVM itself tells.
 * Offsets are in bytes from its start. Immutable.
 *
 * @param secondarySuperCache the interface that the last check by search found: one word
 * @param secondarySupers the pointer to the list that is searched: one word
 * @param superCheckOffset which field a check against this class looks at: four bytes
 * @param primarySupers the superclasses that a check finds without a search: words
 * @param primarySuperLimit how many of these there are
 * @param fields all that are known in the first {@value #SHOWN_BYTES} bytes, ascending; the last
 *     ones may be of classes that are no arrays
 */
public record KlassLayout(
    int secondarySuperCache,
    int secondarySupers,
    int superCheckOffset,
    int primarySupers,
    int primarySuperLimit,
    List<KlassField> fields) {
  static final int SHOWN_BYTES = 256;

  private static final int USUAL_LIMIT = 8;
  private static final int MOST_PRIMARY = 64;

  /** A Klass has some 200 bytes before its tables. */
  private static final int MOST_OFFSET = 4_096;

  /** Keeps a copy. */
  public KlassLayout {
    fields = List.copyOf(fields);
  }

  static KlassLayout of(VmTables tables) throws BadMemoryException {
    long limit = tables.constant("Klass::_primary_super_limit").orElse(USUAL_LIMIT);
    if (limit < 1 || limit > MOST_PRIMARY) {
      throw new BadMemoryException("its tables lie: Klass::_primary_super_limit is " + limit);
    }
    List<KlassField> fields =
        Stream.of("Klass", "InstanceKlass")
            .flatMap(owner -> tables.fieldsOf(owner).stream())
            .filter(field -> !field.isStatic() && field.offset() < SHOWN_BYTES)
            .map(field -> shown(field, (int) limit))
            .sorted(Comparator.comparingInt(KlassField::offset))
            .toList();
    KlassLayout layout =
        new KlassLayout(
            tables.offset("Klass::_secondary_super_cache"),
            tables.offset("Klass::_secondary_supers"),
            tables.offset("Klass::_super_check_offset"),
            tables.offset("Klass::_primary_supers[0]"),
            (int) limit,
            fields);
    layout.check();
    return layout;
  }

  /** Each field is at a place of its own, as the processor wants it that is to watch it. */
  private void check() throws BadMemoryException {
    List<KlassField> watched =
        Stream.of(
                new KlassField("_secondary_super_cache", secondarySuperCache, Long.BYTES),
                new KlassField("_secondary_supers", secondarySupers, Long.BYTES),
                new KlassField("_super_check_offset", superCheckOffset, Integer.BYTES),
                new KlassField("_primary_supers", primarySupers, primarySuperLimit * Long.BYTES))
            .sorted(Comparator.comparingInt(KlassField::offset))
            .toList();
    int end = 0;
    for (KlassField field : watched) {
      int word = Math.min(field.bytes(), Long.BYTES);
      if (field.offset() < end || field.offset() > MOST_OFFSET || field.offset() % word != 0) {
        throw new BadMemoryException(
            "its tables lie: Klass::"
                + field.name()
                + " is at offset "
                + field.offset()
                + ", which is not aligned, too far, or part of the field before it");
      }
      end = field.offset() + field.bytes();
    }
  }

  private static KlassField shown(VmField field, int limit) {
    String array = "[0]";
    return field.name().endsWith(array)
        ? new KlassField(
            field.name().substring(0, field.name().length() - array.length()),
            field.offset(),
            field.bytes() * limit)
        : new KlassField(field.name(), field.offset(), field.bytes());
  }
}
