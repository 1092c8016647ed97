package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.Oops;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the object and the field at an address. For one thread and one read.
 *
 * <p>The code that writes a field has the object's address in a register, as a rule. Otherwise the
 * search goes back from the address to the nearest word that is an object's header. An object
 * counts only if its class is one of the JVM's, and if its size covers the address. Collectors move
 * objects: an answer holds for a moment.
 */
public final class ObjectSearch {
  /** How far the search goes back without a register. */
  private static final int MOST_BACK = 1024;

  private static final int MOST_SUPERS = 1000;
  private static final long LARGEST_OBJECT = 1L << 36;
  private static final int SLOW_ALLOCATION = 1;
  private static final int ARRAY_HEADER_SHIFT = 16;
  private static final int BYTE = 0xff;
  private static final int MOST_ELEMENT_SHIFT = 3;
  private static final String MIRROR = "java.lang.Class";
  private static final String LOCKS = "java.util.concurrent.locks.";

  private final Pages pages;
  private final Oops oops;
  private final JavaFields fields;
  private final JvmClasses classes;
  private final int layoutHelper;
  private final int superClass;
  private final OptionalInt mirrorKlass;
  private final Map<Long, Optional<String>> names = new HashMap<>();

  private ObjectSearch(Pages pages, VmImage image, JvmFlags flags, JvmClasses classes)
      throws BadMemoryException {
    VmTables tables = image.tables();
    this.pages = pages;
    this.classes = classes;
    oops = Oops.of(pages, tables, flags, image.feature());
    fields = new JavaFields(tables, classes.symbols());
    layoutHelper = tables.offset("Klass::_layout_helper");
    superClass = tables.offset("Klass::_super");
    mirrorKlass = mirrorKlass(pages, tables);
  }

  /** A search with a new view of the memory. */
  static ObjectSearch of(Pages pages, VmImage image, JvmFlags flags, JvmClasses classes)
      throws BadMemoryException {
    return new ObjectSearch(pages, image, flags, classes);
  }

  /** Where a class's mirror points to it; JVMs without it have no names of static fields. */
  private static OptionalInt mirrorKlass(Pages pages, VmTables tables) {
    try {
      int offset = pages.i4(tables.address("java_lang_Class::_klass_offset"));
      return offset > 0 ? OptionalInt.of(offset) : OptionalInt.empty();
    } catch (BadMemoryException e) {
      return OptionalInt.empty();
    }
  }

  /**
   * The place of an address; empty if no object is there for sure.
   *
   * @param hints values that may be the address of the object, such as registers
   */
  public Optional<ObjectPlace> at(long address, Collection<Long> hints) {
    for (long hint : hints) {
      if (hint > 0 && hint <= address && address - hint < LARGEST_OBJECT) {
        Optional<ObjectPlace> found = in(hint, address);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    for (long at = address & -Long.BYTES; at > address - MOST_BACK; at -= Long.BYTES) {
      Optional<ObjectPlace> found = in(at, address);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** The place in the object at an address, if one is there that covers the word. */
  private Optional<ObjectPlace> in(long object, long address) {
    if ((object & (Long.BYTES - 1)) != 0) {
      return Optional.empty();
    }
    try {
      long klass = oops.klassOf(pages, object);
      Optional<String> type = names.computeIfAbsent(klass, this::nameOf);
      if (type.isEmpty()) {
        return Optional.empty();
      }
      long offset = address - object;
      int helper = pages.i4(klass + layoutHelper);
      if (helper < 0) {
        return array(object, type.get(), helper, offset);
      }
      if (type.get().equals(MIRROR) && offset >= (helper & -Long.BYTES)) {
        return ofMirror(object, offset);
      }
      return helper != 0 && offset < (helper & ~SLOW_ALLOCATION)
          ? Optional.of(field(object, klass, type.get(), (int) offset))
          : Optional.empty();
    } catch (BadMemoryException e) {
      return Optional.empty();
    }
  }

  private Optional<ObjectPlace> array(long object, String type, int helper, long offset)
      throws BadMemoryException {
    int header = helper >> ARRAY_HEADER_SHIFT & BYTE;
    int shift = helper & BYTE;
    long length = pages.i4(object + oops.lengthOffset());
    if (!type.startsWith("[") || shift > MOST_ELEMENT_SHIFT || header == 0 || length < 0) {
      return Optional.empty();
    }
    if (offset < header) {
      return Optional.of(new ObjectPlace(type, "header", object, false, true));
    }
    long index = (offset - header) >> shift;
    return index < length
        ? Optional.of(new ObjectPlace(type, "[" + index + "]", object, false, false))
        : Optional.empty();
  }

  private ObjectPlace field(long object, long klass, String type, int offset)
      throws BadMemoryException {
    if (offset < oops.headerBytes()) {
      return new ObjectPlace(type, "header", object, false, true);
    }
    boolean isLock = false;
    Optional<String> found = Optional.empty();
    long at = klass;
    for (int i = 0; i < MOST_SUPERS && at != 0; i++) {
      isLock |= names.computeIfAbsent(at, this::nameOf).orElse("").startsWith(LOCKS);
      if (found.isEmpty()) {
        found = fields.nameAt(pages, at, offset, false);
      }
      at = pages.pointer(at + superClass);
    }
    return new ObjectPlace(type, found.orElse("+" + offset), object, false, isLock);
  }

  /** Static fields lie behind the fields of the mirror. */
  private Optional<ObjectPlace> ofMirror(long mirror, long offset) throws BadMemoryException {
    if (mirrorKlass.isEmpty()) {
      return Optional.empty();
    }
    long holder = pages.target(mirror + mirrorKlass.getAsInt());
    Optional<String> type = nameOf(holder);
    Optional<String> field = fields.nameAt(pages, holder, (int) offset, true);
    return type.isPresent() && field.isPresent()
        ? Optional.of(new ObjectPlace(type.get(), field.get(), mirror, true, false))
        : Optional.empty();
  }

  private Optional<String> nameOf(long klass) {
    return classes.nameIn(pages, klass);
  }
}
