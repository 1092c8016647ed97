package dev.foliot.hotspot.image;

import dev.foliot.hotspot.image.JvmFlags.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * HotSpot's table of flags (src/hotspot/share/runtime/flags/jvmFlag.hpp). A flag that cannot be
 * read is left out: it is then as if this JVM did not have it.
 */
public final class FlagTable {
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

  private FlagTable() {}

  public static JvmFlags read(Pages pages, VmTables tables) throws BadMemoryException {
    long table = pages.target(tables.address("JVMFlag::flags"));
    long count = pages.i8(tables.address("JVMFlag::numFlags"));
    int size = tables.requiredBytes("JVMFlag");
    VmField name = tables.required("JVMFlag::_name");
    VmField type = tables.required("JVMFlag::_type");
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
      Pages pages, long flag, VmField name, VmField type, int address, Map<String, Value> values)
      throws BadMemoryException {
    long text = name.read(pages, flag);
    long place = pages.i8(flag + address);
    // The last entry is empty.
    if (text != 0 && place != 0) {
      values.put(
          pages.cString(text, LONGEST_NAME), value(pages, typeName(pages, type, flag), place));
    }
  }

  private static String typeName(Pages pages, VmField type, long flag) throws BadMemoryException {
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
