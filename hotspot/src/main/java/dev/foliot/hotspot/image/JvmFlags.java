package dev.foliot.hotspot.image;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The flags of a JVM at the time of attaching, including diagnostic and experimental ones.
 * Immutable. Names are without the {@code -XX:}.
 */
public final class JvmFlags {
  private static final int MOST_FLAGS = 10_000;
  private static final int LONGEST_NAME = 200;

  /** The type names by number, which HotSpot does not export; the same since JDK 16. */
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

  /** The value of a flag. */
  private sealed interface Value {
    /** A boolean. */
    record Truth(boolean on) implements Value {}

    /** Any integer type; values above 2^63 are negative. */
    record Whole(long number) implements Value {}

    /** A floating-point number or a text. */
    record Other() implements Value {}
  }

  private JvmFlags(Map<String, Value> values) {
    this.values = new HashMap<>(values);
  }

  /** Whether this JVM has the flag, of any type. */
  public boolean known(String name) {
    return values.containsKey(name);
  }

  /** The value of a boolean flag. */
  public Optional<Boolean> bool(String name) {
    return values.get(name) instanceof Value.Truth(boolean on) ? Optional.of(on) : Optional.empty();
  }

  /** The value of an integer flag of any size. */
  public OptionalLong number(String name) {
    return values.get(name) instanceof Value.Whole(long number)
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /** The number of flags. */
  public int count() {
    return values.size();
  }

  /**
   * Reads HotSpot's table of flags (src/hotspot/share/runtime/flags/jvmFlag.hpp). Unreadable flags
   * are left out, as if this JVM lacked them.
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
