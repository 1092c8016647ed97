package dev.foliot.diagnose.counters.access;

import dev.foliot.diagnose.memory.MemoryPlaces;
import dev.foliot.hotspot.code.CodePlace;
import dev.foliot.hotspot.code.JavaFrame;
import dev.foliot.hotspot.heap.Generations.Age;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.memory.JvmRanges;
import dev.foliot.hotspot.memory.JvmRanges.Kind;
import dev.foliot.hotspot.memory.JvmRanges.Range;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ResidentRegion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A simulated address space of a JVM, with one class. */
public final class Made {
  static final long MB = 1 << 20;
  static final long HEAP = 1024 * MB;
  static final long CODE = 2048 * MB;
  static final long METASPACE = 3072 * MB;
  static final long ARENA = 4096 * MB;
  static final long ARCHIVE = 5000 * MB;
  static final long LIBRARY = 6000 * MB;
  static final long STACK = 7000 * MB;
  static final long OTHER_STACK = STACK + 2 * MB;
  static final long CARDS = 8000 * MB;
  static final long MODULES = 9000 * MB;

  /** The class: its written and read fields share a line. */
  public static final long KLASS = METASPACE + 0x1000;

  static final int CACHE = 32;
  static final int SUPERS = 40;
  private static final int BYTES = 464;

  private Made() {}

  private static ResidentRegion mapped(long start, long end, String mode, String path) {
    return new ResidentRegion(new MemoryRegion(start, end, mode, path), 4096);
  }

  /** Its places, with a class of a given name. */
  public static DataPlaces places(String className) {
    List<ResidentRegion> regions =
        List.of(
            mapped(8 * MB, 9 * MB, "rw-p", "[heap]"),
            mapped(HEAP, HEAP + 64 * MB, "rw-p", ""),
            mapped(CODE, CODE + 16 * MB, "rwxp", ""),
            mapped(METASPACE, METASPACE + 4 * MB, "rw-p", ""),
            mapped(ARENA, ARENA + MB, "rw-p", ""),
            mapped(ARENA + MB, ARENA + 64 * MB, "---p", ""),
            mapped(ARCHIVE, ARCHIVE + MB, "rw-p", "/opt/jdk/lib/server/classes.jsa"),
            mapped(LIBRARY, LIBRARY + MB, "rw-p", "/opt/jdk/lib/server/libjvm.so"),
            new ResidentRegion(
                new MemoryRegion(LIBRARY + MB, LIBRARY + 4 * MB, "rw-p", ""), 4096, MB),
            mapped(STACK, STACK + 4 * MB, "rw-p", ""),
            mapped(CARDS, CARDS + MB, "rw-p", ""),
            mapped(MODULES, MODULES + MB, "r--p", "/opt/jdk/lib/modules"));
    JvmRanges told =
        new JvmRanges(
            List.of(
                new Range(HEAP, HEAP + 64 * MB, Kind.JAVA_HEAP),
                new Range(CODE, CODE + 16 * MB, Kind.CODE_CACHE),
                new Range(STACK, STACK + MB, Kind.THREAD_STACK, 42),
                new Range(OTHER_STACK, OTHER_STACK + MB, Kind.THREAD_STACK)),
            Set.of(KLASS),
            List.of(new JvmReason.LoadersBehind()));
    return new DataPlaces(
        new MemoryPlaces(regions, told),
        told,
        new DataPlaces.Facts(
            address -> klass(className, address),
            address ->
                address < HEAP + MB ? Age.YOUNG : address < HEAP + 2 * MB ? Age.OLD : Age.UNKNOWN,
            Made::code,
            address -> address >= CARDS && address < CARDS + 4096,
            tid -> tid == 42 ? "worker-1" : "",
            told::couldNot));
  }

  private static Optional<KlassMap.Place> klass(String name, long address) {
    long offset = address - KLASS;
    if (offset < 0 || offset >= BYTES) {
      return Optional.empty();
    }
    LoadedClass type = new LoadedClass(KLASS, name, "app", false, false, 1, 56, 0, 0);
    String field =
        offset >= SUPERS && offset < SUPERS + 8
            ? "_secondary_supers"
            : offset >= CACHE && offset < CACHE + 8 ? "_secondary_super_cache" : "";
    return Optional.of(new KlassMap.Place(type, (int) offset, field));
  }

  private static CodePlace code(long address) {
    if (address < CODE + MB) {
      return new CodePlace.Compiled(
          List.of(
              new JavaFrame("com.acme.Inlined", "in", 1, 1, ""),
              new JavaFrame("com.acme.Router", "route", 1, 1, "")),
          true,
          "C2");
    }
    return address < CODE + 2 * MB
        ? new CodePlace.Interpreter()
        : address < CODE + 3 * MB
            ? new CodePlace.Stub("StubRoutines (1)")
            : new CodePlace.Unknown(address);
  }
}
