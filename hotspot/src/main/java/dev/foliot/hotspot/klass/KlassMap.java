package dev.foliot.hotspot.klass;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Maps an address to the class whose structure contains it. For one thread.
 *
 * <p>The length of a structure depends on its class: tables of methods follow the fields. Their
 * lengths are read at the first address there. If these are unreadable, only the named fields
 * belong to the class.
 */
public final class KlassMap {
  /** A class has at most 65,535 methods, plus a table of interface methods. */
  private static final long MOST_WORDS = 1 << 17;

  private final TreeMap<Long, LoadedClass> byAddress = new TreeMap<>();
  private final Map<Long, Long> bytes = new HashMap<>();
  private final VmTables tables;
  private final KlassLayout layout;
  private final Supplier<Pages> source;

  /**
   * A place in the structure of a class. Immutable.
   *
   * @param type whose structure it is
   * @param offset from its start, in bytes
   * @param field its name in HotSpot's sources; empty if none is exported there, as in the table of
   *     virtual methods behind the fields
   */
  public record Place(LoadedClass type, int offset, String field) {}

  /**
   * Creates a map; reads nothing yet.
   *
   * @param source a new view of the memory each time
   */
  public KlassMap(ClassList classes, VmTables tables, KlassLayout layout, Supplier<Pages> source) {
    classes.all().forEach(loaded -> byAddress.put(loaded.address(), loaded));
    this.tables = tables;
    this.layout = layout;
    this.source = source;
  }

  /** The place at an address, if a class structure contains it. */
  public Optional<Place> at(long address) {
    Map.Entry<Long, LoadedClass> before = byAddress.floorEntry(address);
    if (before == null) {
      return Optional.empty();
    }
    LoadedClass type = before.getValue();
    long offset = address - before.getKey();
    return offset < bytes.computeIfAbsent(type.address(), any -> bytesOf(type))
        ? Optional.of(new Place(type, (int) offset, field(type, (int) offset)))
        : Optional.empty();
  }

  private long bytesOf(LoadedClass type) {
    try {
      Pages pages = source.get();
      long words = words(pages, type, "Klass::_vtable_len");
      if (isArray(type)) {
        return tables.requiredBytes(structure(type)) + words * Long.BYTES;
      }
      words += words(pages, type, "InstanceKlass::_itable_len");
      words += words(pages, type, "InstanceKlass::_nonstatic_oop_map_size");
      return tables.requiredBytes("InstanceKlass") + words * Long.BYTES;
    } catch (BadMemoryException e) {
      return layout.fields().stream()
          .filter(field -> isOf(type, field))
          .mapToLong(field -> field.offset() + field.bytes())
          .max()
          .orElse(0);
    }
  }

  private long words(Pages pages, LoadedClass type, String field) throws BadMemoryException {
    long words = pages.i4(type.address() + tables.offset(field));
    if (words < 0 || words > MOST_WORDS) {
      throw new BadMemoryException("a table of a class has " + words + " words");
    }
    return words;
  }

  private String field(LoadedClass type, int offset) {
    return layout.fields().stream()
        .filter(field -> isOf(type, field))
        .filter(field -> field.offset() <= offset && offset < field.offset() + field.bytes())
        .map(KlassLayout.Field::name)
        .findFirst()
        .orElse("");
  }

  /** An array's class has different fields behind the common ones. */
  private boolean isOf(LoadedClass type, KlassLayout.Field field) {
    return !isArray(type) || field.offset() < tables.typeBytes("Klass").orElse(0);
  }

  private static boolean isArray(LoadedClass type) {
    return type.name().startsWith("[");
  }

  /** The structure name of an array class: {@code [I} is an array of numbers. */
  private static String structure(LoadedClass array) {
    return array.name().length() == 2 ? "TypeArrayKlass" : "ObjArrayKlass";
  }
}
