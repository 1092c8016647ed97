package dev.foliot.hotspot;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.heap.CardTable;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.LiveMemory;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.linux.ProcessMaps;
import dev.foliot.linux.ProcessStat;
import dev.foliot.linux.ProcessState;
import dev.foliot.linux.Reading;
import dev.foliot.linux.SchedStat;
import dev.foliot.linux.TargetMemory;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A running HotSpot of JDK 17 or later, read from outside: without an agent, and without stopping
 * it. It is found by its mapped library; where its structures are, and what they hold, it tells
 * itself, through the tables of vmStructs that it exports. It runs on while it is read, so what was
 * read may no longer be so; what makes no sense is left out and counted. A stopped process can be
 * read as well. Safe for any thread.
 */
public final class HotspotJvm implements AutoCloseable {
  /** The one place of this package that asks a clock: looks that take too long are ended by it. */
  private static final LongSupplier NANO_CLOCK = System::nanoTime;

  private final Path root;
  private final long pid;
  private final long startTicks;
  private final TargetMemory memory;
  private final JvmImage image;

  private HotspotJvm(Path root, long pid, long startTicks, TargetMemory memory, JvmImage image) {
    this.root = root;
    this.pid = pid;
    this.startTicks = startTicks;
    this.memory = memory;
    this.image = image;
  }

  /**
   * Attaches to process {@code pid} of the kernel below {@code root}, usually "/". Unavailable when
   * there is no such process, it has ended, its memory may not be read, it is no JVM, another JVM
   * (which, is said), older than JDK 17, or when what it tells of itself cannot be true.
   */
  public static Reading<HotspotJvm> attach(Path root, long pid) {
    return switch (ProcessStat.of(root, pid)) {
      case Reading.Unavailable<ProcessStat> unavailable -> unavailable.retyped();
      case Reading.Value<ProcessStat>(ProcessStat stat) ->
          switch (ProcessMaps.of(root, pid)) {
            case Reading.Unavailable<ProcessMaps> closed -> closed(root, pid, closed);
            case Reading.Value<ProcessMaps>(ProcessMaps maps) ->
                attach(root, pid, stat.startTicks(), maps);
          };
    };
  }

  /** Where the memory is closed as well, that says which rights it takes. */
  private static Reading<HotspotJvm> closed(
      Path root, long pid, Reading.Unavailable<ProcessMaps> maps) {
    return switch (TargetMemory.open(root, pid)) {
      case Reading.Unavailable<TargetMemory> unavailable -> unavailable.retyped();
      case Reading.Value<TargetMemory>(TargetMemory memory) -> {
        memory.close();
        yield maps.retyped();
      }
    };
  }

  private static Reading<HotspotJvm> attach(
      Path root, long pid, long startTicks, ProcessMaps maps) {
    if (maps.regions().isEmpty()) {
      // Its memory could not be opened either, but that would say less.
      return Reading.unavailable(
          "process "
              + pid
              + " has no memory: it has ended and waits for its parent, or is the"
              + " kernel's",
          "give the process id of a HotSpot of JDK 17 or later");
    }
    return switch (TargetMemory.open(root, pid)) {
      case Reading.Unavailable<TargetMemory> unavailable -> unavailable.retyped();
      case Reading.Value<TargetMemory>(TargetMemory memory) ->
          switch (JvmImage.of(
              new LiveMemory(root, pid, memory, maps), pid, maps.regions(), clocks(root))) {
            case Reading.Value<JvmImage>(JvmImage image) ->
                Reading.of(new HotspotJvm(root, pid, startTicks, memory, image));
            case Reading.Unavailable<JvmImage> unavailable -> {
              memory.close();
              yield unavailable.retyped();
            }
          };
    };
  }

  /** Where the kernel does not tell what CPU time was used, the time that passed stands for it. */
  private static JvmImage.Clocks clocks(Path root) {
    LongSupplier cpuClock =
        () -> SchedStat.ofCaller(root).map(SchedStat::onCpuNs).orElse(Long.MAX_VALUE);
    return new JvmImage.Clocks(
        NANO_CLOCK,
        SchedStat.ofCaller(root) instanceof Reading.Value<SchedStat> ? cpuClock : NANO_CLOCK);
  }

  /** Its process id, as the kernel below the root counts. */
  public long pid() {
    return pid;
  }

  /** The version of HotSpot, as {@code 17.0.15+6}. */
  public String version() {
    return image.identity().version();
  }

  /** Who made it, as {@code Eclipse Adoptium}; "unknown" when it does not tell. */
  public String vendor() {
    return image.identity().vendor();
  }

  /** The first number of its version, from 17. */
  public int feature() {
    return image.identity().feature();
  }

  /** The class or the jar that it was started with, without arguments; empty when not known. */
  public String mainClass() {
    return image.identity().mainClass();
  }

  /** Whether it is still the same process, and still has its memory. */
  public boolean isAlive() {
    return image.isMapped()
        && ProcessState.of(root, pid).orElse(ProcessState.ALIVE) != ProcessState.ENDED
        && ProcessStat.of(root, pid).map(stat -> stat.startTicks() == startTicks).orElse(false);
  }

  /** Its flags, as they were when it was attached to; unavailable where its table lies. */
  public Reading<JvmFlags> flags() {
    return image.flags();
  }

  /** Where the fields of a class are in memory. */
  public KlassLayout layout() {
    return image.layout();
  }

  /** All its classes, in one scan; unavailable when not one of them can be read. */
  public Reading<ClassList> classes() {
    return image.classes();
  }

  /**
   * What a class extends and implements, read now; unavailable where the class is no longer where
   * it was. For many classes ask their {@link ClassList#supertypes list}, which knows most answers.
   */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return image.supertypes(type);
  }

  /** The class whose Klass is at an address; unavailable when there is none. */
  public Reading<LoadedClass> classAt(long klassAddress) {
    return image.classAt(klassAddress);
  }

  /**
   * A new look at the objects of its heap; unavailable with a collector that leaves no plain
   * addresses there, and where the JVM does not tell how its objects are laid out.
   */
  public Reading<HeapReader> heap() {
    return image.heap();
  }

  /** A new look at which objects are old; for G1, Parallel and Serial. */
  public Reading<Generations> generations() {
    return image.generations();
  }

  /** Where the collector keeps its cards; for G1, Parallel and Serial. */
  public Reading<CardTable> cardTable() {
    return image.cardTable();
  }

  /**
   * Its classes as they are now, in one scan, for looking up addresses; unavailable when not one of
   * them can be read.
   */
  public Reading<KlassMap> klassMap() {
    return image.klassMap();
  }

  /** What reads where it keeps what in its memory, again and again, for one thread. */
  public RangeReader ranges() {
    return image.ranges();
  }

  /** What finds classes of the JDK by their names, again and again, for one thread. */
  public BootClasses bootClasses(Set<String> names) {
    return image.bootClasses(names);
  }

  /** What finds its pools of threads, again and again, for one thread. */
  public PoolSearch poolSearch() {
    return image.poolSearch();
  }

  /** Its memory, open until this is closed. */
  public TargetMemory memory() {
    return memory;
  }

  /** A new map of its code, which remembers what it names. */
  public CodeMap code() {
    return image.code();
  }

  /** Closes its memory. The JVM does not notice. */
  @Override
  public void close() {
    memory.close();
  }
}
