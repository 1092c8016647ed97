package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.linux.Reading;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Field offsets of Klass, HotSpot's structure for a class.
 *
 * <p>Offsets are in bytes from its start. They come from the JVM's own tables; a missing field is
 * unavailable and affects no other. Immutable.
 *
 * @param secondarySuperCache the interface that the last check by search found: one word
 * @param secondarySupers the pointer to the list that is searched: one word
 * @param superCheckOffset the offset that a check against this class examines: four bytes
 * @param primarySupers the superclasses that a check finds without a search: words
 * @param primarySuperLimit how many of these the structure has
 * @param fields all known fields in the first {@value #SHOWN_BYTES} bytes, ascending; the last ones
 *     may belong to non-array classes
 */
public record KlassLayout(
    Reading<Integer> secondarySuperCache,
    Reading<Integer> secondarySupers,
    Reading<Integer> superCheckOffset,
    Reading<Integer> primarySupers,
    int primarySuperLimit,
    List<Field> fields) {
  static final int SHOWN_BYTES = 256;

  /** A Klass has some 200 bytes before its tables. */
  static final int MOST_OFFSET = 4_096;

  private static final int USUAL_LIMIT = 8;
  private static final int MOST_PRIMARY = 64;

  /**
   * A field of the structure.
   *
   * @param name HotSpot's name, such as {@code _secondary_supers}
   * @param offset from the start of the structure, in bytes
   * @param bytes its size, of the whole array for an array; 0 when not known
   */
  public record Field(String name, int offset, int bytes) {}

  /** Keeps a copy. */
  public KlassLayout {
    fields = List.copyOf(fields);
  }

  /** Throws if the tables are inconsistent; fields that they lack are unavailable. */
  static KlassLayout of(VmTables tables) throws BadMemoryException {
    long limit = tables.constant("Klass::_primary_super_limit").orElse(USUAL_LIMIT);
    if (limit < 1 || limit > MOST_PRIMARY) {
      throw new BadMemoryException("its tables lie: Klass::_primary_super_limit is " + limit);
    }
    List<Field> fields =
        Stream.of("Klass", "InstanceKlass")
            .flatMap(owner -> tables.fieldsOf(owner).stream())
            .filter(field -> !field.isStatic() && field.offset() < SHOWN_BYTES)
            .map(field -> shown(field, (int) limit))
            .sorted(Comparator.comparingInt(Field::offset))
            .toList();
    KlassLayout layout =
        new KlassLayout(
            VmTables.Place.of(tables, "Klass::_secondary_super_cache").reading(),
            VmTables.Place.of(tables, "Klass::_secondary_supers").reading(),
            VmTables.Place.of(tables, "Klass::_super_check_offset").reading(),
            VmTables.Place.of(tables, "Klass::_primary_supers[0]").reading(),
            (int) limit,
            fields);
    layout.check();
    return layout;
  }

  /** The fields among these four that this JVM does not export, each with the reason. */
  public Map<String, Reading.Unavailable<Integer>> missing() {
    Map<String, Reading.Unavailable<Integer>> missing = new LinkedHashMap<>();
    named()
        .forEach((field, offset) -> {
          if (offset instanceof Reading.Unavailable<Integer> unavailable) {
            missing.put(field.name(), unavailable);
          }
        });
    return missing;
  }

  /** Each as a field, at 0 if unknown. */
  private Map<Field, Reading<Integer>> named() {
    Map<Field, Reading<Integer>> named = new LinkedHashMap<>();
    name(named, "_secondary_super_cache", secondarySuperCache, Long.BYTES);
    name(named, "_secondary_supers", secondarySupers, Long.BYTES);
    name(named, "_super_check_offset", superCheckOffset, Integer.BYTES);
    name(named, "_primary_supers", primarySupers, primarySuperLimit * Long.BYTES);
    return named;
  }

  private static void name(
      Map<Field, Reading<Integer>> named, String name, Reading<Integer> offset, int bytes) {
    named.put(new Field(name, offset.orElse(0), bytes), offset);
  }

  /** Checks that the fields do not overlap and are aligned for a watchpoint. */
  private void check() throws BadMemoryException {
    Map<Field, Reading<Integer>> named = named();
    List<Field> watched =
        named.keySet().stream()
            .filter(field -> named.get(field) instanceof Reading.Value<Integer>)
            .sorted(Comparator.comparingInt(Field::offset))
            .toList();
    int end = 0;
    for (Field field : watched) {
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

  private static Field shown(VmTables.Field field, int limit) {
    String array = "[0]";
    return field.name().endsWith(array)
        ? new Field(
            field.name().substring(0, field.name().length() - array.length()),
            field.offset(),
            field.bytes() * limit)
        : new Field(field.name(), field.offset(), field.bytes());
  }
}
