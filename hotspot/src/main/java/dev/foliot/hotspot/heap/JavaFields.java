package dev.foliot.hotspot.heap;

import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.Unsigned5;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.ConstantPool;
import dev.foliot.hotspot.klass.Symbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds field offsets of a Java class, in its objects and in its mirror. Immutable; safe for any
 * thread.
 *
 * <p>The mirror holds static fields. JDK 21 changed the format: before it, each field had six
 * numbers of two bytes; since then, the fields are a stream of packed numbers [1], [2].
 *
 * <p>[1] The comment on FieldInfoStream in src/hotspot/share/oops/fieldInfo.hpp. [2] The enum
 * FieldOffset there in JDK 17.
 */
public final class JavaFields {
  private static final int STATIC = 0x0008;
  private static final int INJECTED = 0x0400;
  private static final int FLAG_INITIALIZED = 1;
  private static final int FLAG_INJECTED = 1 << 1;
  private static final int FLAG_GENERIC = 1 << 2;
  private static final int FLAG_CONTENDED = 1 << 4;

  /** The limit of the class file format; more fields mean that it is no class. */
  private static final int MOST_FIELDS = 65_535;

  private static final int MOST_STREAM_BYTES = 1 << 21;
  private static final int MOST_OFFSET = 1 << 24;
  private static final int NO_OFFSET = -1;
  private static final int TAG_BITS = 2;
  private static final int TAG = (1 << TAG_BITS) - 1;
  private static final int TAG_OFFSET = 1;
  private static final int SHORT_BITS = 16;
  private static final int USUAL_DATA = 4;
  private static final int USUAL_SLOTS = 6;
  private static final int USUAL_NAME = 1;
  private static final int USUAL_LOW = 4;
  private static final int USUAL_HIGH = 5;

  private final Symbols symbols;
  private final int constants;
  private final ConstantPool names;
  private final int arrayLength;
  private final int bytesData;
  private final int shortsData;
  private final OptionalInt stream;
  private final OptionalInt shorts;
  private final OptionalInt count;
  private final int slots;
  private final int nameSlot;
  private final int lowSlot;
  private final int highSlot;

  /** Reads the field format from a JVM's tables; throws if they lack it. */
  public JavaFields(VmTables tables, Symbols symbols) throws BadMemoryException {
    this.symbols = symbols;
    constants = tables.offset("InstanceKlass::_constants");
    names = new ConstantPool(tables, symbols);
    arrayLength = tables.offset("Array<Klass*>::_length", "Array<int>::_length");
    bytesData = offset(tables, "Array<u1>::_data").orElse(USUAL_DATA);
    shortsData = offset(tables, "Array<u2>::_data").orElse(USUAL_DATA);
    stream = offset(tables, "InstanceKlass::_fieldinfo_stream");
    shorts = offset(tables, "InstanceKlass::_fields");
    count = offset(tables, "InstanceKlass::_java_fields_count");
    slots = slot(tables, "FieldInfo::field_slots", USUAL_SLOTS);
    nameSlot = slot(tables, "FieldInfo::name_index_offset", USUAL_NAME);
    lowSlot = slot(tables, "FieldInfo::low_packed_offset", USUAL_LOW);
    highSlot = slot(tables, "FieldInfo::high_packed_offset", USUAL_HIGH);
    if (stream.isEmpty() && (shorts.isEmpty() || count.isEmpty())) {
      throw new BadMemoryException(
          "its tables lack InstanceKlass::_fieldinfo_stream and InstanceKlass::_fields");
    }
  }

  private static OptionalInt offset(VmTables tables, String name) {
    Optional<VmTables.Field> field = tables.field(name).filter(found -> !found.isStatic());
    return field.isPresent() ? OptionalInt.of(field.get().offset()) : OptionalInt.empty();
  }

  private static int slot(VmTables tables, String name, int usual) throws BadMemoryException {
    long slot = tables.constant(name).orElse(usual);
    if (slot < 0 || slot > Short.SIZE) {
      throw new BadMemoryException("its tables lie: " + name + " is " + slot);
    }
    return (int) slot;
  }

  /**
   * A field as a class declares it.
   *
   * @param name the index of its name
   * @param offset in bytes; {@link #NO_OFFSET} while the class is made
   */
  private record Declared(int name, boolean isStatic, int offset) {}

  /**
   * The offset of a field that a class itself declares, in bytes; empty for none.
   *
   * <p>Fields of superclasses do not count. The offset is from the start of the object, or of the
   * mirror for static fields.
   */
  OptionalInt offset(Pages pages, long klass, String name, boolean isStatic)
      throws BadMemoryException {
    long pool = pages.target(klass + constants);
    for (Declared field : declared(pages, klass)) {
      if (field.isStatic() == isStatic && isNamed(pages, pool, field.name(), name)) {
        if (field.offset() == NO_OFFSET) {
          throw new BadMemoryException("the field " + name + " has no offset yet");
        }
        return OptionalInt.of(checked(field.offset(), name));
      }
    }
    return OptionalInt.empty();
  }

  /** The name of the field that a class itself declares at an offset; empty for none. */
  Optional<String> nameAt(Pages pages, long klass, int offset, boolean isStatic)
      throws BadMemoryException {
    long pool = pages.target(klass + constants);
    for (Declared field : declared(pages, klass)) {
      if (field.isStatic() == isStatic && field.offset() == offset) {
        return Optional.of(
            symbols.read(pages, pages.target(names.place(pages, pool, field.name()))));
      }
    }
    return Optional.empty();
  }

  private List<Declared> declared(Pages pages, long klass) throws BadMemoryException {
    return stream.isPresent() ? inStream(pages, klass) : inShorts(pages, klass);
  }

  private List<Declared> inStream(Pages pages, long klass) throws BadMemoryException {
    long array = pages.target(klass + stream.orElseThrow());
    int length = pages.i4(array + arrayLength);
    if (length < 0 || length > MOST_STREAM_BYTES) {
      throw new BadMemoryException("a class has " + length + " bytes about its fields");
    }
    Unsigned5 numbers =
        new Unsigned5(pages.bytes(array + bytesData, length), 0, Unsigned5.Format.WITHOUT_ZERO);
    int fields = numbers.next();
    int injected = numbers.next();
    if (fields < 0 || fields > MOST_FIELDS || injected < 0 || injected > MOST_FIELDS) {
      throw new BadMemoryException("a class has " + fields + " and " + injected + " fields");
    }
    List<Declared> all = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      int nameIndex = numbers.next();
      numbers.next();
      int offset = numbers.next();
      int access = numbers.next();
      int flags = numbers.next();
      for (int optional : new int[] {FLAG_INITIALIZED, FLAG_GENERIC, FLAG_CONTENDED}) {
        if ((flags & optional) != 0) {
          numbers.next();
        }
      }
      if ((flags & FLAG_INJECTED) == 0) {
        all.add(new Declared(nameIndex, (access & STATIC) != 0, offset));
      }
    }
    return all;
  }

  private List<Declared> inShorts(Pages pages, long klass) throws BadMemoryException {
    long array = pages.target(klass + shorts.orElseThrow());
    int fields = pages.u2(klass + count.orElseThrow());
    if ((long) fields * slots > pages.i4(array + arrayLength)) {
      throw new BadMemoryException("a class has " + fields + " fields, and no room for them");
    }
    List<Declared> all = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      long field = array + shortsData + (long) i * slots * Short.BYTES;
      int access = pages.u2(field);
      if ((access & INJECTED) == 0) {
        int packed =
            pages.u2(field + (long) highSlot * Short.BYTES) << SHORT_BITS
                | pages.u2(field + (long) lowSlot * Short.BYTES);
        all.add(
            new Declared(
                pages.u2(field + (long) nameSlot * Short.BYTES),
                (access & STATIC) != 0,
                (packed & TAG) == TAG_OFFSET ? packed >>> TAG_BITS : NO_OFFSET));
      }
    }
    return all;
  }

  private static int checked(int offset, String name) throws BadMemoryException {
    if (offset <= 0 || offset > MOST_OFFSET) {
      throw new BadMemoryException("the field " + name + " is at offset " + offset);
    }
    return offset;
  }

  private boolean isNamed(Pages pages, long pool, int index, String name)
      throws BadMemoryException {
    long symbol = pages.target(names.place(pages, pool, index));
    return pages.u2(symbol + symbols.length().at()) == name.length()
        && symbols.read(pages, symbol).equals(name);
  }

  /**
   * The fields that one Java class itself declares. For one read.
   *
   * @param klass the address of the class
   */
  public record Places(Pages pages, JavaFields fields, long klass) {
    /** The offset of a field in bytes, a multiple of {@code alignment}. */
    public int of(String name, int alignment) throws BadMemoryException {
      return checked(name, false, alignment);
    }

    /** The offset of a static field in the class's mirror, a multiple of {@code alignment}. */
    public int ofStatic(String name, int alignment) throws BadMemoryException {
      return checked(name, true, alignment);
    }

    /** Whether the class declares an instance field of that name. */
    public boolean has(String name) throws BadMemoryException {
      return fields.offset(pages, klass, name, false).isPresent();
    }

    /** Whether the class declares a static field of that name. */
    public boolean hasStatic(String name) throws BadMemoryException {
      return fields.offset(pages, klass, name, true).isPresent();
    }

    private int checked(String name, boolean isStatic, int alignment) throws BadMemoryException {
      OptionalInt offset = fields.offset(pages, klass, name, isStatic);
      if (offset.isEmpty() || offset.getAsInt() % alignment != 0) {
        throw new BadMemoryException("this JDK has no field " + name + " where others have it");
      }
      return offset.getAsInt();
    }
  }
}
