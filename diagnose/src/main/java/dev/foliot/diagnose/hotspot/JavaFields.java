package dev.foliot.diagnose.hotspot;

import java.util.HashMap;
import java.util.Map;

/**
 * Where the fields of a Java class are in its objects, or in its mirror when they are static, as
 * HotSpot keeps it with the class since JDK 21: a stream of packed numbers. Immutable; safe for any
 * thread.
 *
 * <p>[1] The comment on FieldInfoStream in src/hotspot/share/oops/fieldInfo.hpp.
 *
 * @param stream the offset of the stream in a class
 * @param constants the offset of its constant pool there
 * @param poolLength of a constant pool: how many constants
 * @param poolBytes of a constant pool: what stands before the first
 * @param arrayLength of an array of bytes: how many
 * @param arrayData of an array of bytes: the first
 * @param optional the flags of a field that each add a number to it
 * @param injected the flag of a field that HotSpot added, whose name is no constant
 */
record JavaFields(
    Symbols symbols,
    int stream,
    int constants,
    int poolLength,
    int poolBytes,
    int arrayLength,
    int arrayData,
    int optional,
    int injected) {
  private static final int MOST_BYTES = 1 << 17;
  private static final int MOST_FIELDS = 10_000;
  private static final int MOST_OFFSET = 1 << 20;
  private static final int STATIC = 0x0008;
  private static final String FLAG = "FieldInfo::FieldFlags::FieldFlagBitPosition::_ff_";

  // The positions of flags in JDK 21 to 25, where they are not exported.
  private static final int INITIALIZED = 0;
  private static final int INJECTED = 1;
  private static final int GENERIC = 2;
  private static final int CONTENDED = 4;

  /**
   * A field.
   *
   * @param offset in bytes, from the start of the object or of the mirror
   */
  record Place(int offset, boolean isStatic) {}

  static JavaFields of(VmTables tables, Symbols symbols) throws BadMemoryException {
    return new JavaFields(
        symbols,
        tables.offset("InstanceKlass::_fieldinfo_stream"),
        tables.offset("InstanceKlass::_constants"),
        tables.offset("ConstantPool::_length"),
        tables.requiredBytes("ConstantPool"),
        tables.offset("Array<int>::_length", "Array<Klass*>::_length"),
        tables.offset("Array<u1>::_data"),
        flag(tables, "initialized", INITIALIZED)
            | flag(tables, "generic", GENERIC)
            | flag(tables, "contended", CONTENDED),
        flag(tables, "injected", INJECTED));
  }

  private static int flag(VmTables tables, String name, int usual) throws BadMemoryException {
    long position = tables.constant(FLAG + name).orElse(usual);
    if (position < 0 || position >= Integer.SIZE) {
      throw new BadMemoryException("its tables lie: _ff_" + name + " is " + position);
    }
    return 1 << position;
  }

  /** The fields that the class at an address declares itself, by their names. */
  Map<String, Place> of(Pages pages, long klass) throws BadMemoryException {
    long array = pages.target(klass + stream);
    int bytes = pages.i4(array + arrayLength);
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new BadMemoryException("a class has " + bytes + " bytes of fields");
    }
    Unsigned5 numbers =
        new Unsigned5(pages.bytes(array + arrayData, bytes), 0, Unsigned5.Format.WITHOUT_ZERO);
    int count = numbers.next() + numbers.next();
    if (count < 0 || count > MOST_FIELDS) {
      throw new BadMemoryException("a class has " + count + " fields");
    }
    long pool = pages.target(klass + constants);
    Map<String, Place> places = new HashMap<>();
    for (int i = 0; i < count; i++) {
      read(pages, pool, numbers, places);
    }
    return places;
  }

  private void read(Pages pages, long pool, Unsigned5 numbers, Map<String, Place> places)
      throws BadMemoryException {
    int name = numbers.next();
    numbers.next(); // its type
    int offset = numbers.next();
    int access = numbers.next();
    int flags = numbers.next();
    for (int i = Integer.bitCount(flags & optional); i > 0; i--) {
      numbers.next();
    }
    if ((flags & injected) != 0) {
      return;
    }
    if (offset <= 0 || offset > MOST_OFFSET) {
      throw new BadMemoryException("a field is at offset " + offset);
    }
    places.put(symbolIn(pages, pool, name), new Place(offset, (access & STATIC) != 0));
  }

  private String symbolIn(Pages pages, long pool, int index) throws BadMemoryException {
    if (index < 1 || index >= pages.i4(pool + poolLength)) {
      throw new BadMemoryException("there is no constant " + index);
    }
    return symbols.read(pages, pages.target(pool + poolBytes + (long) index * Long.BYTES));
  }
}
