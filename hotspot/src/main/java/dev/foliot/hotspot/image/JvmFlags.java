package dev.foliot.hotspot.image;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The flags of a JVM, diagnostic and experimental ones included, as they were when it was attached
 * to. Immutable. Names are without the {@code -XX:}.
 */
public final class JvmFlags {
  private static final int MOST_FLAGS = 10_000;
  private static final int LONGEST_NAME = 200;

  /** The numbers of the types, which HotSpot does not export; the same from JDK 16 on. */
  private static final List<String> TYPES =
      List.of(
          "bool",
          "int",
          "uint",
          "intx",
          "uintx",
          "uint64_t",
          "size_t",
          "double",
          "ccstr",
          "ccstrlist");

  private final Map<String, Value> values;

  /** What a flag holds. */
  private sealed interface Value {
    /** Yes or no. */
    record Truth(boolean on) implements Value {}

    /** Of any integer type; those above 2^63 are negative. */
    record Whole(long number) implements Value {}

    /** A fraction or a text. */
    record Other() implements Value {}
  }

  private JvmFlags(Map<String, Value> values) {
    this.values = new HashMap<>(values);
  }

  /** Whether this JVM has such a flag, of any type. */
  public boolean known(String name) {
    return values.containsKey(name);
  }

  /** The value of a flag that is on or off. */
  public Optional<Boolean> bool(String name) {
    return values.get(name) instanceof Value.Truth(boolean on) ? Optional.of(on) : Optional.empty();
  }

  /** The value of a flag that is an integer, of whatever size. */
  public OptionalLong number(String name) {
    return values.get(name) instanceof Value.Whole(long number)
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /** How many there are. */
  public int count() {
    return values.size();
  }

  /**
   * Reads HotSpot's table of flags (src/hotspot/share/runtime/flags/jvmFlag.hpp). A flag that
   * cannot be read is left out: it is then as if this JVM did not have it.
   */
  static JvmFlags read(Pages pages, VmTables tables) throws BadMemoryException {
    long table = pages.target(tables.address("JVMFlag::flags"));
    long count = pages.i8(tables.address("JVMFlag::numFlags"));
    int size = tables.requiredBytes("JVMFlag");
    VmTables.Field name = tables.required("JVMFlag::_name");
    VmTables.Field type = tables.required("JVMFlag::_type");
    int address = tables.offset("JVMFlag::_addr");
    if (count < 0 || count > MOST_FLAGS || size < 2 * Long.BYTES) {
      throw new BadMemoryException("its tables lie: there are " + count + " flags");
    }
    Map<String, Value> values = new HashMap<>();
    int unreadable = 0;
    for (int i = 0; i < count; i++) {
      try {
        read(pages, table + (long) i * size, name, type, address, values);
      } catch (BadMemoryException e) {
        unreadable++;
      }
    }
    if (values.isEmpty()) {
      throw new BadMemoryException("its tables lie: of its flags " + unreadable + " make no sense");
    }
    return new JvmFlags(values);
  }

  private static void read(
      Pages pages,
      long flag,
      VmTables.Field name,
      VmTables.Field type,
      int address,
      Map<String, Value> values)
      throws BadMemoryException {
    long text = name.read(pages, flag);
    long place = pages.i8(flag + address);
    // The last entry is empty.
    if (text != 0 && place != 0) {
      values.put(
          pages.cString(text, LONGEST_NAME), value(pages, typeName(pages, type, flag), place));
    }
  }

  private static String typeName(Pages pages, VmTables.Field type, long flag)
      throws BadMemoryException {
    long value = type.read(pages, flag);
    if (type.type().endsWith("*")) {
      return pages.cString(value, LONGEST_NAME);
    }
    return value >= 0 && value < TYPES.size() ? TYPES.get((int) value) : "";
  }

  private static Value value(Pages pages, String type, long place) throws BadMemoryException {
    return switch (type) {
      case "bool" -> new Value.Truth(pages.u1(place) != 0);
      case "int" -> new Value.Whole(pages.i4(place));
      case "uint" -> new Value.Whole(pages.u4(place));
      case "intx", "uintx", "uint64_t", "size_t" -> new Value.Whole(pages.i8(place));
      default -> new Value.Other();
    };
  }
}
