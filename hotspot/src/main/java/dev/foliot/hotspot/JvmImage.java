package dev.foliot.hotspot;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.code.CodeReader;
import dev.foliot.hotspot.heap.CardTable;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapLayout;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.heap.Oops;
import dev.foliot.hotspot.image.Allowance;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.ElfImage;
import dev.foliot.hotspot.image.FlagTable;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.JvmSearch;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.ClassFields;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.ClassReader;
import dev.foliot.hotspot.klass.ClassWalk;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Loaders;
import dev.foliot.hotspot.klass.SupertypeReader;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.hotspot.klass.Symbols;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.linux.MemoryRegion;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** A HotSpot as its memory shows it; whose memory that is, it does not ask. Safe for any thread. */
final class JvmImage {
  private static final int OLDEST = 17;

  private static final String CHANGED =
      "see whether the process still lives; classes come and go, so look again";

  private static final String OTHER_JDK = "use a HotSpot of JDK 17 to 25";

  // What the looks may take. 20,000 classes are read in less than a second.
  private static final long MIB = 1 << 20;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long ATTACH_BYTES = 512 * MIB;
  private static final long ATTACH_NS = 4 * SECOND_NS;

  // A million of what is read along a list.
  private static final long LIST_BYTES = 512 * MIB;
  private static final long WALK_BYTES = 2048 * MIB;
  private static final long WALK_NS = 3 * SECOND_NS;
  private static final long CLASS_BYTES = 32 * MIB;
  private static final long CLASS_NS = SECOND_NS;
  private static final long CODE_BYTES = 2048 * MIB;
  private static final long HEAP_BYTES = 1024 * MIB;
  private static final long HEAP_NS = 2 * SECOND_NS;

  private final Memory memory;
  private final LongSupplier nanoClock;
  private final LongSupplier cpuClock;
  private final long base;
  private final VmTables tables;
  private final JvmIdentity identity;
  private final Reading<JvmFlags> flags;
  private final ClassReader reader;
  private final Symbols symbols;
  private final Optional<Oops> oops;
  private final Reading<CodeReader> code;

  private JvmImage(Memory memory, Clocks clocks, long base, Pages pages, VmTables tables)
      throws BadMemoryException {
    this.memory = memory;
    this.nanoClock = clocks.nanoClock();
    this.cpuClock = clocks.cpuClock();
    this.base = base;
    this.tables = tables;
    this.symbols = Symbols.of(tables);
    this.reader = new ClassReader(ClassFields.of(tables), symbols);
    this.identity = JvmIdentity.read(pages, tables);
    this.flags = flags(pages, tables);
    this.oops = oops(pages, tables);
    this.code = code(tables);
  }

  /**
   * The clocks by which looks end.
   *
   * @param nanoClock nanoseconds since some moment
   * @param cpuClock nanoseconds of CPU time, of the calling thread, since some moment
   */
  record Clocks(LongSupplier nanoClock, LongSupplier cpuClock) {}

  private static Reading<JvmFlags> flags(Pages pages, VmTables tables) {
    try {
      return Reading.of(FlagTable.read(pages, tables));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          "its table of flags cannot be read: " + e.what(), "ask the JVM: jcmd PID VM.flags -all");
    }
  }

  /** Only the names of loaders depend on it. */
  private Optional<Oops> oops(Pages pages, VmTables tables) {
    if (!(flags instanceof Reading.Value<JvmFlags>(JvmFlags known))) {
      return Optional.empty();
    }
    try {
      return Optional.of(Oops.of(pages, tables, known, identity.feature()));
    } catch (BadMemoryException e) {
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

  /**
   * Finds HotSpot in {@code memory}, of which {@code regions} are mapped.
   *
   * @param clocks by which looks end that take too long
   */
  static Reading<JvmImage> of(Memory memory, long pid, List<MemoryRegion> regions, Clocks clocks) {
    Pages pages = new Pages(memory, new Allowance(ATTACH_BYTES, ATTACH_NS, clocks.nanoClock()));
    return switch (JvmSearch.find(pages, pid, regions)) {
      case Reading.Unavailable<Long> unavailable -> unavailable.retyped();
      case Reading.Value<Long>(Long start) -> at(memory, clocks, pid, pages, start);
    };
  }

  private static Reading<JvmImage> at(
      Memory memory, Clocks clocks, long pid, Pages pages, long base) {
    try {
      VmTables tables = VmTables.read(pages, ElfImage.at(pages, base));
      JvmImage image = new JvmImage(memory, clocks, base, pages, tables);
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

  Reading<JvmFlags> flags() {
    return flags;
  }

  KlassLayout layout() {
    return reader.fields().klass();
  }

  /** Whether the image is still mapped. */
  boolean isMapped() {
    return memory.read(base, new byte[Long.BYTES]);
  }

  /** All of them, in one walk, which goes again for what came and went. */
  Reading<ClassList> classes() {
    try {
      reader.fields().checkWalkable();
      symbols.check();
    } catch (BadMemoryException e) {
      return Reading.unavailable("the classes cannot be found: " + e.what(), OTHER_JDK);
    }
    Allowance allowance = new Allowance(WALK_BYTES, WALK_NS, nanoClock);
    try {
      ClassWalk walk =
          new ClassWalk(
              () -> listPages(allowance),
              () -> new Pages(memory, allowance),
              cpuClock,
              reader,
              loaders());
      return Reading.of(walk.scan(supertypes()));
    } catch (BadMemoryException e) {
      return Reading.unavailable("the classes cannot be read: " + e.what(), CHANGED);
    }
  }

  private Pages renewed(Allowance allowance) {
    memory.renew();
    return new Pages(memory, allowance);
  }

  /** What a class extends and implements. */
  Reading<Supertypes> supertypes(LoadedClass type) {
    return supertypes().of(type, any -> Optional.empty());
  }

  private SupertypeReader supertypes() {
    return new SupertypeReader(
        reader, () -> renewed(new Allowance(CLASS_BYTES, CLASS_NS, nanoClock)), this::loaders);
  }

  Reading<LoadedClass> classAt(long address) {
    try {
      return Reading.of(read(address));
    } catch (BadMemoryException e) {
      memory.renew();
    }
    try {
      return Reading.of(read(address));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          "there is no class at " + BadMemoryException.hex(address) + ": " + e.what(), CHANGED);
    }
  }

  private LoadedClass read(long address) throws BadMemoryException {
    Pages pages = new Pages(memory, new Allowance(CLASS_BYTES, CLASS_NS, nanoClock));
    return reader.read(pages, address, loaders());
  }

  /** Its look-ups are asked for at any time: only what they read is bounded. */
  CodeMap code() {
    return new CodeMap(memory, code, new Allowance(CODE_BYTES, Long.MAX_VALUE, nanoClock));
  }

  /** A new look at the Java heap. */
  Reading<HeapReader> heap() {
    return look(
        "the Java heap",
        (pages, known) ->
            new HeapReader(
                pages, HeapLayout.of(pages, tables, known, symbols, identity.feature())));
  }

  /** A new look at which objects are old. */
  Reading<Generations> generations() {
    return look("the generations", (pages, known) -> Generations.of(pages, tables, known));
  }

  /** Where the collector keeps its cards. */
  Reading<CardTable> cardTable() {
    return look("the card table", (pages, known) -> CardTable.of(pages, tables, known));
  }

  /** The classes, for looking up addresses. */
  Reading<KlassMap> klassMap() {
    return classes()
        .map(
            list ->
                new KlassMap(
                    list,
                    tables,
                    layout(),
                    () -> new Pages(memory, new Allowance(CLASS_BYTES, CLASS_NS, nanoClock))));
  }

  /** What reads where it keeps what, again and again. */
  RangeReader ranges() {
    return new RangeReader(tables, reader, this::listPages, cpuClock);
  }

  /** What finds classes of the JDK by their names, again and again. */
  BootClasses bootClasses(Set<String> names) {
    return new BootClasses(names, reader, this::listPages, this::loaders);
  }

  /** One look that needs the flags. */
  private interface Look<T> {
    T at(Pages pages, JvmFlags known) throws BadMemoryException;
  }

  private <T> Reading<T> look(String what, Look<T> look) {
    if (!(flags instanceof Reading.Value<JvmFlags>(JvmFlags known))) {
      return ((Reading.Unavailable<JvmFlags>) flags).retyped();
    }
    try {
      return Reading.of(look.at(heapPages(), known));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          what + " cannot be read: " + e.what(), "use G1, Parallel or Serial on a JDK of 17 to 25");
    }
  }

  private Pages listPages() {
    return listPages(new Allowance(LIST_BYTES, HEAP_NS, nanoClock));
  }

  private Pages listPages(Allowance allowance) {
    memory.renew();
    return Pages.ofLists(memory, allowance);
  }

  private Pages heapPages() {
    return renewed(new Allowance(HEAP_BYTES, HEAP_NS, nanoClock));
  }

  /** What finds pools of threads, again and again; unavailable where the flags cannot be read. */
  PoolSearch poolSearch() {
    return new PoolSearch(
        memory, tables, identity.feature(), flags, reader, symbols, this::heapPages, this::loaders);
  }

  private Loaders loaders() {
    return new Loaders(
        reader.fields(), symbols, oops.<Loaders.ClassOfObject>map(known -> known::klassBehind));
  }
}
