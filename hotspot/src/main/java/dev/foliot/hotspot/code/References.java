package dev.foliot.hotspot.code;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.ConstantPool;

/**
 * Reads the resolved classes and methods among a class's constants. Immutable; safe for any thread.
 *
 * <p>A class constant is two halves of a word: the index of its name, and its index in the list of
 * resolved classes. A method constant is two halves too: the index of the class, and the index of a
 * name with a signature. A call refers to a cache entry, which refers to the constant; JDK 22
 * replaced that cache [1].
 *
 * <p>[1] src/hotspot/share/oops/constantPool.hpp and cpCache.hpp.
 */
final class References {
  private static final int CLASS = 7;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int HALF = 16;
  private static final int LOW = (1 << HALF) - 1;

  private final ConstantPool constants;
  private final int tags;
  private final int tagsData;
  private final int classes;
  private final int classesLength;
  private final int classesData;
  private final int cache;
  private final Calls calls;

  /**
   * A method that is called.
   *
   * @param holder the index of its class
   * @param name the index of its name
   */
  record Callee(int holder, int name) {}

  /** Maps the index in a call to the index of the constant. */
  private interface Calls {
    int constant(Pages pages, long cache, int index) throws BadMemoryException;
  }

  References(VmTables tables, ConstantPool constants) throws BadMemoryException {
    this.constants = constants;
    tags = tables.offset("ConstantPool::_tags");
    tagsData = tables.offset("Array<u1>::_data");
    classes = tables.offset("ConstantPool::_resolved_klasses");
    classesLength = tables.offset("Array<Klass*>::_length");
    classesData = tables.offset("Array<Klass*>::_data", "Array<Klass*>::_data[0]");
    cache = tables.offset("ConstantPool::_cache");
    calls =
        tables.field("ConstantPoolCache::_resolved_method_entries").isPresent()
            ? sinceJdk22(tables)
            : beforeJdk22(tables);
  }

  private static Calls beforeJdk22(VmTables tables) throws BadMemoryException {
    int length = tables.offset("ConstantPoolCache::_length");
    int header = tables.requiredBytes("ConstantPoolCache");
    int bytes = tables.requiredBytes("ConstantPoolCacheEntry");
    int indices = tables.offset("ConstantPoolCacheEntry::_indices");
    return (pages, cache, index) -> {
      bounded(index, pages.i4(cache + length));
      return (int) (pages.i8(cache + header + (long) index * bytes + indices) & LOW);
    };
  }

  private static Calls sinceJdk22(VmTables tables) throws BadMemoryException {
    int entries = tables.offset("ConstantPoolCache::_resolved_method_entries");
    int length = tables.offset("Array<ResolvedMethodEntry>::_length");
    int data =
        tables.offset("Array<ResolvedMethodEntry>::_data", "Array<ResolvedMethodEntry>::_data[0]");
    int bytes = tables.requiredBytes("ResolvedMethodEntry");
    int constant = tables.offset("ResolvedMethodEntry::_cpool_index");
    return (pages, cache, index) -> {
      long array = pages.target(cache + entries);
      bounded(index, pages.i4(array + length));
      return pages.u2(array + data + (long) index * bytes + constant);
    };
  }

  private static void bounded(int index, int count) throws BadMemoryException {
    if (index >= count) {
      throw new BadMemoryException("there is no call " + index);
    }
  }

  /** The address of the Klass of a class constant; 0 before it is resolved. */
  long klass(Pages pages, long pool, int index) throws BadMemoryException {
    if (tag(pages, pool, index) != CLASS) {
      return 0;
    }
    int place = pages.i4(constants.place(pages, pool, index)) & LOW;
    long list = pages.target(pool + classes);
    return place < pages.i4(list + classesLength)
        ? pages.pointer(list + classesData + (long) place * Long.BYTES)
        : 0;
  }

  /** The callee of a call, by the index in the instruction. */
  Callee callee(Pages pages, long pool, int operand) throws BadMemoryException {
    int index = calls.constant(pages, pages.target(pool + cache), operand);
    int tag = tag(pages, pool, index);
    if (tag != METHOD && tag != INTERFACE_METHOD) {
      throw new BadMemoryException("constant " + index + " is no method");
    }
    int method = pages.i4(constants.place(pages, pool, index));
    int named = pages.i4(constants.place(pages, pool, method >>> HALF));
    return new Callee(method & LOW, named & LOW);
  }

  /** The class name of a callee, in class file form. */
  String holder(Pages pages, long pool, Callee callee) throws BadMemoryException {
    int index = pages.i4(constants.place(pages, pool, callee.holder())) >>> HALF;
    return constants.name(pages, pool, index);
  }

  /** The name of a callee. */
  String name(Pages pages, long pool, Callee callee) throws BadMemoryException {
    return constants.name(pages, pool, callee.name());
  }

  private int tag(Pages pages, long pool, int index) throws BadMemoryException {
    constants.place(pages, pool, index);
    return pages.u1(pages.target(pool + tags) + tagsData + index);
  }
}
