package dev.foliot.hotspot.image;

import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * HotSpot's own description of its structures: the tables of vmStructs. Immutable.
 *
 * <p>They are read from the live process, because HotSpot fills them in at load time. Versions
 * export different fields, so each is requested by name and may be missing.
 *
 * <p>[1] src/hotspot/share/runtime/vmStructs.hpp, the comment on the exported symbols.
 */
public final class VmTables {
  private static final int MOST_ENTRIES = 20_000;
  private static final int LONGEST_NAME = 1000;
  private static final int MOST_OFFSET = 1 << 20;
  private static final long MOST_STRIDE = 1024;

  private final Map<String, Field> fields = new HashMap<>();
  private final Map<String, List<Field>> byOwner = new HashMap<>();
  private final Map<String, Integer> typeBytes = new HashMap<>();
  private final Map<String, Long> constants = new HashMap<>();

  private VmTables() {}

  /** Reads one entry of a table. */
  private interface Entry {
    void read(long entry, String name) throws BadMemoryException;
  }

  static VmTables read(Pages pages, ElfImage image) throws BadMemoryException {
    VmTables tables = new VmTables();
    Source source = new Source(pages, image);
    tables.readTypes(source);
    tables.readFields(source);
    tables.readConstants(source, "Int");
    tables.readConstants(source, "Long");
    return tables;
  }

  private void readTypes(Source source) throws BadMemoryException {
    int size = source.offset("gHotSpotVMTypeEntrySizeOffset");
    source.each(
        "gHotSpotVMTypes",
        "gHotSpotVMTypeEntryTypeNameOffset",
        "gHotSpotVMTypeEntryArrayStride",
        (entry, name) -> {
          long bytes = source.pages.i8(entry + size);
          if (bytes >= 0 && bytes <= MOST_OFFSET) {
            typeBytes.putIfAbsent(name, (int) bytes);
          }
        });
  }

  private void readFields(Source source) throws BadMemoryException {
    int fieldName = source.offset("gHotSpotVMStructEntryFieldNameOffset");
    int typeString = source.offset("gHotSpotVMStructEntryTypeStringOffset");
    int isStatic = source.offset("gHotSpotVMStructEntryIsStaticOffset");
    int offset = source.offset("gHotSpotVMStructEntryOffsetOffset");
    int address = source.offset("gHotSpotVMStructEntryAddressOffset");
    source.each(
        "gHotSpotVMStructs",
        "gHotSpotVMStructEntryTypeNameOffset",
        "gHotSpotVMStructEntryArrayStride",
        (entry, owner) ->
            add(
                owner,
                source.text(entry + fieldName),
                source.text(entry + typeString),
                source.pages.i4(entry + isStatic) != 0,
                source.pages.i8(entry + offset),
                source.pages.i8(entry + address)));
  }

  private void add(
      String owner, String name, String type, boolean isStatic, long offset, long address)
      throws BadMemoryException {
    if (!isStatic && (offset < 0 || offset > MOST_OFFSET)) {
      throw new BadMemoryException(
          "its tables lie: " + owner + "::" + name + " is at offset " + offset);
    }
    int known = Field.bytesOf(type);
    int bytes = known != 0 ? known : typeBytes.getOrDefault(type, 0);
    Field field =
        new Field(owner, name, type, bytes, isStatic, isStatic ? 0 : (int) offset, address);
    if (fields.putIfAbsent(field.toString(), field) == null) {
      byOwner.computeIfAbsent(owner, o -> new ArrayList<>()).add(field);
    }
  }

  private void readConstants(Source source, String kind) throws BadMemoryException {
    String prefix = "gHotSpotVM" + kind + "Constant";
    int value = source.offset(prefix + "EntryValueOffset");
    boolean isInt = kind.equals("Int");
    source.each(
        prefix + "s",
        prefix + "EntryNameOffset",
        prefix + "EntryArrayStride",
        (entry, name) ->
            constants.putIfAbsent(
                name, isInt ? source.pages.i4(entry + value) : source.pages.i8(entry + value)));
  }

  /** The first exported field among these names, each as {@code Owner::name}. */
  public Optional<Field> field(String... names) {
    for (String name : names) {
      Field field = fields.get(name);
      if (field != null) {
        return Optional.of(field);
      }
    }
    return Optional.empty();
  }

  /** The first exported field among these names; throws with the names if all are missing. */
  public Field required(String... names) throws BadMemoryException {
    return field(names)
        .orElseThrow(
            () -> new BadMemoryException("its tables lack " + String.join(" and ", names)));
  }

  /** The offset of the first exported field among these names, an instance field. */
  public int offset(String... names) throws BadMemoryException {
    Field field = required(names);
    if (field.isStatic()) {
      throw new BadMemoryException("its tables lie: " + field + " is static");
    }
    return field.offset();
  }

  /** The address of the first exported field among these names, a static field. */
  public long address(String... names) throws BadMemoryException {
    Field field = required(names);
    if (!field.isStatic()) {
      throw new BadMemoryException("its tables lie: " + field + " is not static");
    }
    return field.address();
  }

  /** All fields of a structure, without those of its superclass. */
  public List<Field> fieldsOf(String owner) {
    return List.copyOf(byOwner.getOrDefault(owner, List.of()));
  }

  /** The size of a type. */
  public OptionalInt typeBytes(String type) {
    Integer bytes = typeBytes.get(type);
    return bytes == null ? OptionalInt.empty() : OptionalInt.of(bytes);
  }

  /** The size of a type; throws with its name if it is missing. */
  public int requiredBytes(String type) throws BadMemoryException {
    return typeBytes(type)
        .orElseThrow(() -> new BadMemoryException("its tables lack the size of " + type));
  }

  /** The first exported constant among these names. */
  public OptionalLong constant(String... names) {
    for (String name : names) {
      Long value = constants.get(name);
      if (value != null) {
        return OptionalLong.of(value);
      }
    }
    return OptionalLong.empty();
  }

  private static final class Source {
    private final Pages pages;
    private final ElfImage image;

    Source(Pages pages, ElfImage image) {
      this.pages = pages;
      this.image = image;
    }

    long value(String symbol) throws BadMemoryException {
      return pages.i8(
          image
              .symbol(symbol)
              .orElseThrow(() -> new BadMemoryException("its libjvm does not export " + symbol)));
    }

    int offset(String symbol) throws BadMemoryException {
      return bounded(symbol, value(symbol));
    }

    private static int bounded(String symbol, long value) throws BadMemoryException {
      if (value < 0 || value > MOST_STRIDE) {
        throw new BadMemoryException("its tables lie: " + symbol + " is " + value);
      }
      return (int) value;
    }

    String text(long address) throws BadMemoryException {
      long text = pages.i8(address);
      return text == 0 ? "" : pages.cString(text, LONGEST_NAME);
    }

    void each(String table, String nameOffset, String stride, Entry reader)
        throws BadMemoryException {
      long start = value(table);
      int name = offset(nameOffset);
      int step = offset(stride);
      if (step < Long.BYTES) {
        throw new BadMemoryException("its tables lie: " + stride + " is " + step);
      }
      for (int i = 0; i < MOST_ENTRIES; i++) {
        long entry = start + (long) i * step;
        String text = text(entry + name);
        if (text.isEmpty()) {
          if (i == 0) {
            throw new BadMemoryException("its tables lie: " + table + " is empty");
          }
          return;
        }
        reader.read(entry, text);
      }
      throw new BadMemoryException(
          "its tables lie: " + table + " has more than " + MOST_ENTRIES + " entries");
    }
  }

  /**
   * A field of one of HotSpot's structures. Immutable.
   *
   * @param owner the structure
   * @param name its name there
   * @param type its C++ type; empty when HotSpot does not say
   * @param bytes its size; 0 when not known
   * @param isStatic whether it is a static field
   * @param offset in the structure, unless it is static
   * @param address of a static field
   */
  public record Field(
      String owner,
      String name,
      String type,
      int bytes,
      boolean isStatic,
      int offset,
      long address) {

    /** Its value in the structure at {@code start}, sign-extended if the type is signed. */
    public long read(Pages pages, long start) throws BadMemoryException {
      long place = isStatic ? address : start + offset;
      return switch (bytes) {
        case 1 -> isSigned() ? (byte) pages.u1(place) : pages.u1(place);
        case 2 -> isSigned() ? (short) pages.u2(place) : pages.u2(place);
        case 4 -> isSigned() ? pages.i4(place) : pages.u4(place);
        case 8 -> pages.i8(place);
        default -> throw new BadMemoryException(this + " is no number");
      };
    }

    /** The value of a static field. */
    public long read(Pages pages) throws BadMemoryException {
      return read(pages, 0);
    }

    private boolean isSigned() {
      return !type.startsWith("u")
          && !type.startsWith("ju")
          && !type.equals("bool")
          && !type.equals("AccessFlags");
    }

    /** The size of a type in every 64-bit HotSpot; 0 if unknown. */
    static int bytesOf(String type) {
      if (type.endsWith("*")) {
        return Long.BYTES;
      }
      return switch (type) {
        case "bool",
            "u1",
            "char",
            "unsigned char",
            "signed char",
            "volatile signed char",
            "jbyte" ->
            Byte.BYTES;
        case "u2", "short", "jshort", "jushort", "int16_t", "uint16_t" -> Short.BYTES;
        case "int", "uint", "jint", "juint", "u4", "int32_t", "uint32_t", "unsigned int" ->
            Integer.BYTES;
        case "address", "size_t", "intptr_t", "uintptr_t", "intx", "uintx", "jlong", "uint64_t" ->
            Long.BYTES;
        case "OopHandle" -> Long.BYTES;
        default -> 0;
      };
    }

    @Override
    public String toString() {
      return owner + "::" + name;
    }
  }

  /**
   * The place of a field, or the reason why it is unknown. Immutable.
   *
   * <p>A missing field affects only the features that need it.
   *
   * @param value the offset in its structure, in bytes, or the address of a static field; 0 if
   *     unknown
   * @param missing the reason; empty if the place is known
   */
  public record Place(long value, String missing) {
    /** Reads the place from the tables. */
    private interface Lookup {
      long read() throws BadMemoryException;
    }

    /** The offset of the first exported field among these names. */
    public static Place of(VmTables tables, String... names) {
      return attempt(() -> tables.offset(names));
    }

    /** The address of the first exported field among these names, a static field. */
    public static Place ofStatic(VmTables tables, String... names) {
      return attempt(() -> tables.address(names));
    }

    /** Converts the form used outside of this package. */
    public static Place of(Reading<Integer> offset) {
      return switch (offset) {
        case Reading.Value<Integer>(Integer bytes) -> new Place(bytes, "");
        case Reading.Unavailable<Integer> none -> new Place(0, none.reason());
      };
    }

    private static Place attempt(Lookup source) {
      try {
        return new Place(source.read(), "");
      } catch (BadMemoryException e) {
        return new Place(0, e.what());
      }
    }

    /** Whether the JVM exports the place. */
    public boolean isKnown() {
      return missing.isEmpty();
    }

    /** The offset or the address; throws with the reason if unknown. */
    public long at() throws BadMemoryException {
      if (!isKnown()) {
        throw new BadMemoryException(missing);
      }
      return value;
    }

    /** The offset, for use outside of this package. */
    public Reading<Integer> reading() {
      return isKnown()
          ? Reading.of((int) value)
          : Reading.unavailable(new JvmReason.FieldUnknown(missing));
    }
  }
}
