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
 * From an address to the class whose structure it is in, by the classes of one scan.
 *
 * <p>The length of a structure depends on its class: tables of methods follow the fields, and their
 * lengths are read with the first address there. Where they cannot be read, only the named fields
 * belong to the class. For one thread.
 */
public final class KlassMap {
  /** A class has at most 65,535 methods, and a table of interfaces' methods besides. */
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
   * @param field as HotSpot's sources name it; empty where the JVM tells of none there, as in the
   *     table of virtual methods behind the fields
   */
  public record Place(LoadedClass type, int offset, String field) {}

  /**
   * Reads nothing yet.
   *
   * @param source a new look at the memory each time
   */
  public KlassMap(ClassList classes, VmTables tables, KlassLayout layout, Supplier<Pages> source) {
    classes.all().forEach(loaded -> byAddress.put(loaded.address(), loaded));
    this.tables = tables;
    this.layout = layout;
    this.source = source;
  }

  /** What is at an address, if it is in the structure of a class. */
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

  /** An array's class has other fields behind those that every class has. */
  private boolean isOf(LoadedClass type, KlassLayout.Field field) {
    return !isArray(type) || field.offset() < tables.typeBytes("Klass").orElse(0);
  }

  private static boolean isArray(LoadedClass type) {
    return type.name().startsWith("[");
  }

  /** Of an array: {@code [I} is of numbers. */
  private static String structure(LoadedClass array) {
    return array.name().length() == 2 ? "TypeArrayKlass" : "ObjArrayKlass";
  }
}
