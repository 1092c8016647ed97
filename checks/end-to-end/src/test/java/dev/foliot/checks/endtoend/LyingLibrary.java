package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A file that looks like HotSpot's library when mapped at {@link #BASE}.
 *
 * <p>It is an ELF image with the symbols of vmStructs, tables of a layout unlike any real HotSpot,
 * and one loader with two classes in that layout. It is consistent until a test changes it.
 */
final class LyingLibrary {
  /** Below the libraries that a JVM maps, which makes it the first of its name; above its heap. */
  static final long BASE = 0x2000_0000_0000L;

  static final int BYTES = 1 << 20;

  static final long LOADER = BASE + 0xc_0000;
  static final long OBJECT = BASE + 0xc_1000;
  static final long ROUTER = BASE + 0xc_2000;

  // Offsets in a Klass and in a loader's data.
  static final int NAME = 8;
  static final int CHECK = 32;
  static final int NEXT = 120;
  static final int LOADER_NEXT = 8;
  static final int LOADER_KLASSES = 16;

  private static final int CACHE = 16;
  private static final int SECONDARIES = 24;
  private static final int SUPER = 40;
  private static final int PRIMARIES = 48;
  private static final int LOADER_DATA = 128;
  private static final int ACCESS = 136;
  private static final int LOADER_OOP = 24;
  private static final int SYMBOL_LENGTH = 4;
  private static final int SYMBOL_BODY = 6;

  private static final long DYNAMIC = BASE + 0x1000;
  private static final long SYMBOLS = BASE + 0x2000;
  private static final long STRINGS = BASE + 0x4000;
  private static final long HASH = BASE + 0x8000;
  private static final long VARIABLES = BASE + 0xa000;
  private static final long TABLES = BASE + 0x1_0000;
  private static final long HEAD = BASE + 0xf_0000;
  private static final long VERSION = BASE + 0xf_0008;
  private static final long MAJOR = BASE + 0xf_0010;

  /** The offset of a class's list from its structure. */
  private static final int LIST = 0x800;

  private static final long ENDLESS = BASE + 0x2_0000;
  private static final int MANY = 20_100;

  private static final int STRUCT_ENTRY = 48;
  private static final int NAMED_ENTRY = 16;

  private final ByteBuffer image = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final Map<String, Long> symbols = new LinkedHashMap<>();
  private final List<Field> fields = new ArrayList<>();
  private long free = TABLES;

  private record Field(String owner, String name, String type, long offset, long address) {}

  LyingLibrary() {
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
    field("ClassLoaderData", "_next", "ClassLoaderData*", LOADER_NEXT);
    field("ClassLoaderData", "_klasses", "Klass*", LOADER_KLASSES);
    field("ClassLoaderData", "_class_loader", "OopHandle", LOADER_OOP);
    variable("ClassLoaderDataGraph", "_head", "ClassLoaderData*", HEAD);
    variable("Abstract_VM_Version", "_s_vm_release", "const char*", VERSION);
    variable("Abstract_VM_Version", "_vm_major_version", "int", MAJOR);
    word(HEAD, LOADER);
    word(LOADER + LOADER_KLASSES, ROUTER);
    word(VERSION, text("42.0.1+7"));
    number(MAJOR, 42);
    klass(OBJECT, "java/lang/Object", 0, 0);
    klass(ROUTER, "com/acme/Router", 1, OBJECT);
  }

  private void klass(long klass, String name, int depth, long following) {
    long symbol = klass + 0x400;
    image.putShort(at(symbol + SYMBOL_LENGTH), (short) name.length());
    put(symbol + SYMBOL_BODY, name);
    word(klass + NAME, symbol);
    number(klass + CHECK, PRIMARIES + Long.BYTES * depth);
    word(klass + NEXT, following);
    word(klass + LOADER_DATA, LOADER);
    word(klass + SECONDARIES, klass + LIST);
    number(klass + LIST, 3);
  }

  /** Adds a field to the tables. */
  LyingLibrary field(String owner, String name, String type, long offset) {
    fields.add(new Field(owner, name, type, offset, 0));
    return this;
  }

  /** Removes a field from the tables. */
  LyingLibrary without(String owner, String name) {
    fields.removeIf(field -> field.owner().equals(owner) && field.name().equals(name));
    return this;
  }

  private void variable(String owner, String name, String type, long address) {
    fields.add(new Field(owner, name, type, 0, address));
  }

  /** Sets the value of a symbol of vmStructs. */
  LyingLibrary symbol(String name, long value) {
    symbols.put(name, value);
    return this;
  }

  /** A table that has an entry at each of very many words, all of one name. */
  LyingLibrary withoutEndOfTypes() {
    long name = text("Klass");
    for (int i = 0; i < MANY; i++) {
      word(ENDLESS + (long) Long.BYTES * i, name);
    }
    return symbol("gHotSpotVMTypes", ENDLESS).symbol("gHotSpotVMTypeEntryArrayStride", Long.BYTES);
  }

  /** Sets the number of entries in the lists of both classes. */
  LyingLibrary lists(int entries) {
    return number(OBJECT + LIST, entries).number(ROUTER + LIST, entries);
  }

  /** Sets a word of the image. */
  LyingLibrary word(long address, long value) {
    image.putLong(at(address), value);
    return this;
  }

  /** Sets four bytes of the image. */
  LyingLibrary number(long address, int value) {
    image.putInt(at(address), value);
    return this;
  }

  /** Writes it in a form that can be mapped. */
  void write(Path file) throws IOException {
    describe();
    Files.write(file, image.array());
  }

  /** Writes only noise behind the first bytes of an ELF image. */
  void writeNoise(Path file, long seed) throws IOException {
    byte[] noise = new byte[BYTES];
    new Random(seed).nextBytes(noise);
    describe();
    System.arraycopy(image.array(), 0, noise, 0, Long.BYTES);
    Files.write(file, noise);
  }

  /** Writes it with a few bytes of its description changed. */
  void writeDamaged(Path file, long seed) throws IOException {
    describe();
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      image.put(random.nextInt((int) (free - BASE)), (byte) random.nextInt());
    }
    Files.write(file, image.array());
  }

  private static int at(long address) {
    return (int) (address - BASE);
  }

  private long text(String text) {
    long address = free;
    put(address, text);
    free = (free + text.length() + Long.BYTES) & -Long.BYTES;
    return address;
  }

  private void put(long address, String text) {
    image.put(at(address), (text + '\0').getBytes(StandardCharsets.US_ASCII));
  }

  private void describe() {
    long structs = room(fields.size(), STRUCT_ENTRY);
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      long entry = structs + (long) STRUCT_ENTRY * i;
      word(entry, text(field.owner())).word(entry + 8, text(field.name()));
      word(entry + 16, text(field.type())).number(entry + 24, field.address() == 0 ? 0 : 1);
      word(entry + 32, field.offset()).word(entry + 40, field.address());
    }
    told("gHotSpotVMStructs", structs);
    List<String> parts =
        List.of("TypeName", "FieldName", "TypeString", "IsStatic", "Offset", "Address");
    for (int i = 0; i < parts.size(); i++) {
      told("gHotSpotVMStructEntry" + parts.get(i) + "Offset", (long) Long.BYTES * i);
    }
    told("gHotSpotVMStructEntryArrayStride", STRUCT_ENTRY);
    named("gHotSpotVMTypes", "gHotSpotVMTypeEntry", "TypeName", "Size", "AccessFlags", 2);
    String constant = "gHotSpotVMIntConstant";
    named(constant + "s", constant + "Entry", "Name", "Value", "one", 1);
    constant = "gHotSpotVMLongConstant";
    named(constant + "s", constant + "Entry", "Name", "Value", "two", 2);
    writeImage();
  }

  /** The room for {@code entries} and an empty one. */
  private long room(int entries, int bytes) {
    long table = free;
    free += (long) (entries + 1) * bytes;
    return table;
  }

  private void named(
      String table, String entry, String name, String value, String only, long itsValue) {
    long at = room(1, NAMED_ENTRY);
    word(at, text(only)).word(at + Long.BYTES, itsValue);
    told(table, at);
    told(entry + name + "Offset", 0);
    told(entry + value + "Offset", Long.BYTES);
    told(entry + "ArrayStride", NAMED_ENTRY);
  }

  /** Adds a value, unless the test has set another. */
  private void told(String name, long value) {
    symbols.putIfAbsent(name, value);
  }

  /** Two program headers, the loaded and the dynamic segment; symbols like musl's. */
  private void writeImage() {
    image.putLong(0, 0x0001_0102_464c_457fL);
    word(BASE + 0x20, 64).number(BASE + 0x34, 56 << 16 | 64).number(BASE + 0x38, 2);
    number(BASE + 64, 1).word(BASE + 64 + 40, BYTES);
    number(BASE + 120, 2).word(BASE + 120 + 16, DYNAMIC - BASE).word(BASE + 120 + 40, 64);
    word(DYNAMIC, 5).word(DYNAMIC + 8, STRINGS - BASE);
    word(DYNAMIC + 16, 6).word(DYNAMIC + 24, SYMBOLS - BASE);
    word(DYNAMIC + 32, 4).word(DYNAMIC + 40, HASH - BASE);
    // One bucket: each symbol leads to the next.
    number(HASH, 1).number(HASH + 4, symbols.size() + 1).number(HASH + 8, 1);
    long string = STRINGS + 1;
    int index = 1;
    for (Map.Entry<String, Long> symbol : symbols.entrySet()) {
      long entry = SYMBOLS + 24L * index;
      long variable = VARIABLES + 8L * index;
      put(string, symbol.getKey());
      number(entry, (int) (string - STRINGS)).number(entry + 4, 11 << 16);
      word(entry + 8, variable - BASE).word(variable, symbol.getValue());
      number(HASH + 12 + 4L * index, index == symbols.size() ? 0 : index + 1);
      string += symbol.getKey().length() + 1;
      index++;
    }
  }
}
