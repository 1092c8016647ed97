package dev.foliot.diagnose.hotspot;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
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
    checkWords(
        tables.offset("Klass::_secondary_super_cache"),
        tables.offset("Klass::_secondary_supers"),
        tables.offset("Klass::_primary_supers[0]"));
    return new KlassLayout(
        tables.offset("Klass::_secondary_super_cache"),
        tables.offset("Klass::_secondary_supers"),
        tables.offset("Klass::_super_check_offset"),
        tables.offset("Klass::_primary_supers[0]"),
        (int) limit,
        fields);
  }

  /** Words of eight bytes each, at places of their own: they are to be watched one by one. */
  private static void checkWords(int... offsets) throws BadMemoryException {
    if (IntStream.of(offsets).anyMatch(offset -> offset < 0 || offset % Long.BYTES != 0)
        || IntStream.of(offsets).distinct().count() < offsets.length) {
      throw new BadMemoryException(
          "its tables lie: fields of Klass are at " + Arrays.toString(offsets));
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
