package dev.foliot.hotspot;

import dev.foliot.hotspot.image.FakeMemory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A simulated HotSpot with two classes of one loader, in a fake memory.
 *
 * <p>It has an image with symbols, tables that describe a layout unlike any real HotSpot, and
 * structures in that layout. A test then makes its data inconsistent.
 */
final class FakeHotspot {
  static final long BASE = 0x7f00_0000_0000L;
  static final long LOADER = 0x10_0000_0000L;
  static final long OBJECT = 0x10_0001_0000L;
  static final long ROUTER = 0x10_0002_0000L;
  static final long FLAGS = 0x10_0004_0000L;

  private static final long DYNAMIC = BASE + 0x1000;
  private static final long SYMBOLS = BASE + 0x2000;
  private static final long STRINGS = BASE + 0x4000;
  private static final long HASH = BASE + 0x8000;
  private static final long VARIABLES = BASE + 0xa000;
  private static final long TABLES = BASE + 0x10000;
  private static final int IMAGE_BYTES = 0x100000;

  // Offsets in a Klass, in a list, in a loader's data and in a symbol.
  static final int NAME = 8;
  static final int CACHE = 16;
  static final int SECONDARIES = 24;
  static final int CHECK = 32;
  static final int SUPER = 40;
  static final int PRIMARIES = 48;
  static final int NEXT = 120;
  static final int LOADER_DATA = 128;
  static final int ACCESS = 136;
  static final int LIST_DATA = 8;
  static final int LOADER_NEXT = 8;
  static final int LOADER_KLASSES = 16;
  static final int LOADER_OOP = 24;
  static final int SYMBOL_LENGTH = 4;
  static final int SYMBOL_BODY = 6;

  static final long HEAD = BASE + 0xf0000;
  static final long VERSION = BASE + 0xf0008;
  static final long MAJOR = BASE + 0xf0010;
  static final long FLAG_TABLE = BASE + 0xf0018;
  static final long FLAG_COUNT = BASE + 0xf0020;

  final FakeMemory memory = new FakeMemory();
  final Map<String, Long> symbols = new LinkedHashMap<>();
  private final List<Object[]> fields = new ArrayList<>();
  private final Map<String, Long> types = new LinkedHashMap<>();
  private boolean gnu = true;
  private long next = TABLES;

  FakeHotspot() {
    field("Symbol", "_length", "u2", SYMBOL_LENGTH);
    field("Symbol", "_body[0]", "u1", SYMBOL_BODY);
    field("Klass", "_name", "Symbol*", NAME);
    field("Klass", "_secondary_super_cache", "Klass*", CACHE);
    field("Klass", "_secondary_supers", "Array<Klass*>*", SECONDARIES);
    field("Klass", "_super_check_offset", "juint", CHECK);
    field("Klass", "_super", "Klass*", SUPER);
    field("Klass", "_primary_supers[0]", "Klass*", PRIMARIES);
    field("Klass", "_next_link", "Klass*", NEXT);
    field("Klass", "_class_loader_data", "ClassLoaderData*", LOADER_DATA);
    field("Klass", "_access_flags", "AccessFlags", ACCESS);
    field("Array<Klass*>", "_length", "int", 0);
    field("Array<Klass*>", "_data[0]", "Klass*", LIST_DATA);
    field("ClassLoaderData", "_next", "ClassLoaderData*", LOADER_NEXT);
    field("ClassLoaderData", "_klasses", "Klass*", LOADER_KLASSES);
    field("ClassLoaderData", "_class_loader", "OopHandle", LOADER_OOP);
    field("JVMFlag", "_name", "const char*", 0);
    field("JVMFlag", "_addr", "", 8);
    field("JVMFlag", "_type", "int", 16);
    variable("ClassLoaderDataGraph", "_head", "ClassLoaderData*", HEAD);
    variable("Abstract_VM_Version", "_s_vm_release", "const char*", VERSION);
    variable("Abstract_VM_Version", "_vm_major_version", "int", MAJOR);
    variable("JVMFlag", "flags", "JVMFlag*", FLAG_TABLE);
    variable("JVMFlag", "numFlags", "size_t", FLAG_COUNT);
    types.put("Klass", 144L);
    types.put("AccessFlags", 2L);
    types.put("JVMFlag", 24L);

    memory.i8(HEAD, LOADER);
    memory.i8(LOADER + LOADER_KLASSES, ROUTER);
    memory.i8(VERSION, VERSION + 0x100).text(VERSION + 0x100, "42.0.1+7");
    memory.i4(MAJOR, 42);
    memory.i8(FLAG_TABLE, FLAGS).i8(FLAG_COUNT, 2);
    flag(0, "UseRouter", 0, 1);
    flag(1, "RouterThreads", 3, -5);
    klass(OBJECT, "java/lang/Object", 0, 0);
    klass(ROUTER, "com/acme/Router", 1, OBJECT);
  }

  FakeHotspot withPlainHash() {
    gnu = false;
    return this;
  }

  FakeHotspot without(String field) {
    fields.removeIf(entry -> (entry[0] + "::" + entry[1]).equals(field));
    return this;
  }

  FakeHotspot field(String owner, String name, String type, long offset) {
    fields.add(new Object[] {owner, name, type, 0, offset, 0L});
    return this;
  }

  void variable(String owner, String name, String type, long address) {
    fields.add(new Object[] {owner, name, type, 1, 0L, address});
  }

  void klass(long klass, String name, int depth, long following) {
    memory.i8(klass + NAME, klass + 0x400);
    memory.i2(klass + 0x400 + SYMBOL_LENGTH, name.length());
    memory.text(klass + 0x400 + SYMBOL_BODY, name);
    memory.i4(klass + CHECK, PRIMARIES + 8 * depth);
    memory.i8(klass + NEXT, following);
    memory.i8(klass + LOADER_DATA, LOADER);
    memory.i8(klass + SECONDARIES, klass + 0x800).i4(klass + 0x800, 3);
    memory.i2(klass + ACCESS, 0x21);
  }

  /** Adds the types that a class is searched for, to the list that {@link #klass} has made. */
  void secondaries(long klass, long... types) {
    memory.i4(klass + 0x800, types.length);
    for (int i = 0; i < types.length; i++) {
      memory.i8(klass + 0x800 + LIST_DATA + 8L * i, types[i]);
    }
  }

  void flag(int index, String name, int type, long value) {
    long flag = FLAGS + 24L * index;
    memory.i8(flag, FLAGS + 0x1000 + 0x100L * index);
    memory.text(FLAGS + 0x1000 + 0x100L * index, name);
    memory.i8(flag + 8, FLAGS + 0x2000 + 0x100L * index);
    memory.i8(FLAGS + 0x2000 + 0x100L * index, value);
    memory.i4(flag + 16, type);
  }

  Reading<HotspotJvm> attach() {
    return attach(() -> 0);
  }

  Reading<HotspotJvm> attach(LongSupplier nanoClock) {
    return attach(nanoClock, nanoClock);
  }

  Reading<HotspotJvm> attach(LongSupplier nanoClock, LongSupplier cpuClock) {
    writeTables();
    writeImage();
    return HotspotJvm.of(
        memory,
        7,
        List.of(new MemoryRegion(BASE, BASE + IMAGE_BYTES, "r--p", "/x/libjvm.so")),
        new VmImage.Clocks(nanoClock, cpuClock));
  }

  private void writeTables() {
    symbol("gHotSpotVMStructs", table(fields.size(), 48));
    long start = lastTable;
    for (int i = 0; i < fields.size(); i++) {
      Object[] field = fields.get(i);
      long entry = start + 48L * i;
      memory.i8(entry, text((String) field[0]));
      memory.i8(entry + 8, text((String) field[1]));
      memory.i8(entry + 16, ((String) field[2]).isEmpty() ? 0 : text((String) field[2]));
      memory.i4(entry + 24, (int) field[3]);
      memory.i8(entry + 32, (long) field[4]);
      memory.i8(entry + 40, (long) field[5]);
    }
    symbol("gHotSpotVMStructEntryTypeNameOffset", 0);
    symbol("gHotSpotVMStructEntryFieldNameOffset", 8);
    symbol("gHotSpotVMStructEntryTypeStringOffset", 16);
    symbol("gHotSpotVMStructEntryIsStaticOffset", 24);
    symbol("gHotSpotVMStructEntryOffsetOffset", 32);
    symbol("gHotSpotVMStructEntryAddressOffset", 40);
    symbol("gHotSpotVMStructEntryArrayStride", 48);
    named("gHotSpotVMTypes", "gHotSpotVMTypeEntry", "TypeName", "Size", types);
    named("gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntry", "Name", "Value", Map.of("A", 1L));
    named(
        "gHotSpotVMLongConstants", "gHotSpotVMLongConstantEntry", "Name", "Value", Map.of("B", 2L));
  }

  private long lastTable;

  private long table(int entries, int stride) {
    lastTable = next;
    memory.bytes(next, new byte[(entries + 1) * stride]);
    next += (long) (entries + 1) * stride;
    return lastTable;
  }

  private void named(
      String symbol, String prefix, String name, String value, Map<String, Long> values) {
    symbol(symbol, table(values.size(), 16));
    long entry = lastTable;
    for (Map.Entry<String, Long> each : values.entrySet()) {
      memory.i8(entry, text(each.getKey())).i8(entry + 8, each.getValue());
      entry += 16;
    }
    symbol(prefix + name + "Offset", 0);
    symbol(prefix + value + "Offset", 8);
    symbol(prefix + "ArrayStride", 16);
  }

  private long text(String text) {
    long at = next;
    memory.text(at, text);
    next += text.length() + 1;
    next = (next + 7) & -8;
    return at;
  }

  /** Adds a symbol, unless the test has set it otherwise. */
  private void symbol(String name, long value) {
    symbols.putIfAbsent(name, value);
  }

  private void writeImage() {
    memory.bytes(BASE, (byte) 0x7f, (byte) 'E', (byte) 'L', (byte) 'F', (byte) 2, (byte) 1);
    memory.i8(BASE + 0x20, 64).i2(BASE + 0x36, 56).i2(BASE + 0x38, 2);
    memory.i4(BASE + 64, 1).i8(BASE + 64 + 16, 0).i8(BASE + 64 + 40, IMAGE_BYTES);
    memory.i4(BASE + 120, 2).i8(BASE + 120 + 16, DYNAMIC - BASE).i8(BASE + 120 + 40, 64);
    // As glibc leaves it, and, with a plain hash, as musl does.
    long bias = gnu ? BASE : 0;
    long[] tags = {5, STRINGS - BASE + bias, 6, SYMBOLS - BASE + bias};
    memory.i8(DYNAMIC, tags[0]).i8(DYNAMIC + 8, tags[1]);
    memory.i8(DYNAMIC + 16, tags[2]).i8(DYNAMIC + 24, tags[3]);
    memory.i8(DYNAMIC + 32, gnu ? 0x6ffffef5 : 4).i8(DYNAMIC + 40, HASH - BASE + bias);
    List<String> names = new ArrayList<>(symbols.keySet());
    long string = 1;
    for (int i = 1; i <= names.size(); i++) {
      String name = names.get(i - 1);
      long variable = VARIABLES + 8L * i;
      memory.text(STRINGS + string, name);
      memory.i4(SYMBOLS + 24L * i, (int) string);
      memory.i2(SYMBOLS + 24L * i + 6, 11).i8(SYMBOLS + 24L * i + 8, variable - BASE);
      memory.i8(variable, symbols.getOrDefault(name, 0L));
      string += name.length() + 1;
    }
    writeHash(names);
  }

  private void writeHash(List<String> names) {
    if (gnu) {
      memory.i4(HASH, 1).i4(HASH + 4, 1).i4(HASH + 8, 1).i4(HASH + 12, 0).i8(HASH + 16, -1);
      memory.i4(HASH + 24, 1);
      for (int i = 0; i < names.size(); i++) {
        int hash = 5381;
        for (char c : names.get(i).toCharArray()) {
          hash = hash * 33 + c;
        }
        boolean last = i == names.size() - 1;
        memory.i4(HASH + 28 + 4L * i, last ? hash | 1 : hash & ~1);
      }
    } else {
      memory.i4(HASH, 1).i4(HASH + 4, names.size() + 1).i4(HASH + 8, 1);
      for (int i = 1; i <= names.size(); i++) {
        memory.i4(HASH + 12 + 4L * i, i == names.size() ? 0 : i + 1);
      }
    }
  }
}
