package dev.foliot.diagnose.hotspot;

import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Optional;

/** A HotSpot as its memory shows it; whose memory that is, it does not ask. Safe for any thread. */
final class JvmImage {
  private static final int OLDEST = 17;
  private static final String CHANGED =
      "see whether the process still lives; classes come and go, so look again";

  private final Memory memory;
  private final long base;
  private final JvmIdentity identity;
  private final JvmFlags flags;
  private final ClassReader reader;
  private final Symbols symbols;
  private final Optional<Oops> oops;
  private final Reading<CodeReader> code;

  private JvmImage(Memory memory, long base, Pages pages, VmTables tables)
      throws BadMemoryException {
    this.memory = memory;
    this.base = base;
    this.symbols = Symbols.of(tables);
    this.reader = new ClassReader(ClassFields.of(tables), symbols);
    this.identity = JvmIdentity.read(pages, tables);
    this.flags = FlagTable.read(pages, tables);
    this.oops = oops(pages, tables);
    this.code = code(tables);
  }

  private Optional<Oops> oops(Pages pages, VmTables tables) {
    try {
      return Optional.of(Oops.of(pages, tables, flags, identity.feature()));
    } catch (BadMemoryException e) {
      // Only the names of loaders depend on it.
      return Optional.empty();
    }
  }

  private Reading<CodeReader> code(VmTables tables) {
    try {
      return Reading.of(new CodeReader(tables, symbols));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          "this JVM does not tell where its compiled code is: " + e.what(),
          "use a JDK of 17 to 25; the classes can be named all the same");
    }
  }

  /** Finds HotSpot in {@code memory}, of which {@code regions} are mapped. */
  static Reading<JvmImage> of(Memory memory, long pid, List<MemoryRegion> regions) {
    Pages pages = new Pages(memory);
    return switch (JvmSearch.find(pages, pid, regions)) {
      case Reading.Unavailable<Long> unavailable -> unavailable.retyped();
      case Reading.Value<Long>(Long start) -> at(memory, pid, pages, start);
    };
  }

  private static Reading<JvmImage> at(Memory memory, long pid, Pages pages, long base) {
    try {
      VmTables tables = VmTables.read(pages, ElfImage.at(pages, base));
      JvmImage image = new JvmImage(memory, base, pages, tables);
      int feature = image.identity.feature();
      return feature >= OLDEST
          ? Reading.of(image)
          : Reading.unavailable(
              "process " + pid + " is a HotSpot of JDK " + feature,
              "give the process id of a HotSpot of JDK " + OLDEST + " or later");
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          "process " + pid + " has a HotSpot that cannot be read: " + e.what(),
          "see whether the process still lives and has started; then try again");
    }
  }

  JvmIdentity identity() {
    return identity;
  }

  JvmFlags flags() {
    return flags;
  }

  KlassLayout layout() {
    return reader.fields().klass();
  }

  /** Whether the image is still mapped. */
  boolean isMapped() {
    return memory.read(base, new byte[Long.BYTES]);
  }

  Reading<ClassList> classes() {
    memory.renew();
    try {
      return Reading.of(new ClassWalk(new Pages(memory), reader, loaders()).scan());
    } catch (BadMemoryException e) {
      return Reading.unavailable("the classes cannot be read: " + e.what(), CHANGED);
    }
  }

  Reading<LoadedClass> classAt(long address) {
    try {
      return Reading.of(reader.read(new Pages(memory), address, loaders()));
    } catch (BadMemoryException e) {
      memory.renew();
    }
    try {
      return Reading.of(reader.read(new Pages(memory), address, loaders()));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          "there is no class at " + BadMemoryException.hex(address) + ": " + e.what(), CHANGED);
    }
  }

  String nameOf(long address) {
    try {
      return reader.name(new Pages(memory), address);
    } catch (BadMemoryException e) {
      memory.renew();
    }
    try {
      return reader.name(new Pages(memory), address);
    } catch (BadMemoryException e) {
      return "class at " + BadMemoryException.hex(address);
    }
  }

  CodeMap code() {
    return new CodeMap(memory, code);
  }

  private Loaders loaders() {
    return new Loaders(reader.fields(), symbols, oops);
  }
}
