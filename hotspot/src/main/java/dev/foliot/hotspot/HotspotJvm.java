package dev.foliot.hotspot;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.heap.CardTable;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.heap.JavaHeap;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.KlassLayout;
import dev.foliot.hotspot.klass.KlassMap;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.klass.Supertypes;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.text.JvmReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * A running HotSpot of JDK 17 or later, read from outside: without an agent, and without stopping
 * it.
 *
 * <p>It is found by its mapped library. Where its structures are, and what they hold, its own
 * tables say (vmStructs). It runs on while it is read, so what was read may have changed since;
 * what makes no sense is left out and counted. A stopped process can be read as well. Safe for any
 * thread; what its methods give is for one thread where they say so.
 */
public final class HotspotJvm implements AutoCloseable {
  /** The one place of this module that asks a clock: reads that take too long are ended by it. */
  private static final LongSupplier NANO_CLOCK = System::nanoTime;

  private final long pid;
  private final VmImage image;
  private final JvmClasses classes;
  private final JavaHeap heap;
  private final String vendor;
  private final String mainClass;
  private final Optional<Target> target;

  private HotspotJvm(long pid, VmImage image, Optional<Target> target) throws BadMemoryException {
    this.pid = pid;
    this.image = image;
    this.classes = JvmClasses.of(image);
    this.heap = new JavaHeap(image, classes.symbols());
    this.target = target;
    Optional<PerfData> counters = perfData().toOptional();
    this.vendor = counters.flatMap(c -> c.text("java.property.java.vm.vendor")).orElse("unknown");
    this.mainClass = mainClass(counters.flatMap(c -> c.text("sun.rt.javaCommand")).orElse(""));
  }

  /** The first word of what was started; its arguments may hold secrets. */
  private static String mainClass(String command) {
    int end = command.indexOf(' ');
    return end < 0 ? command : command.substring(0, end);
  }

  /** The process that it is. */
  private record Target(Path root, long pid, long startTicks, TargetMemory memory) {
    boolean isAlive() {
      return ProcessState.of(root, pid).orElse(ProcessState.ALIVE) != ProcessState.ENDED
          && ProcessStat.of(root, pid).map(stat -> stat.startTicks() == startTicks).orElse(false);
    }
  }

  /**
   * Attaches to process {@code pid} of the kernel below {@code root}, usually "/". Unavailable when
   * there is no such process, when it has ended, when its memory may not be read, when it is no JVM
   * or another JVM, when it is older than JDK 17, and when what it says of itself cannot be true.
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
      return Reading.unavailable(new JvmReason.ProcessWithoutMemory(pid));
    }
    return switch (TargetMemory.open(root, pid)) {
      case Reading.Unavailable<TargetMemory> unavailable -> unavailable.retyped();
      case Reading.Value<TargetMemory>(TargetMemory memory) -> {
        Reading<HotspotJvm> jvm =
            of(
                Memory.ofProcess(root, pid, memory, maps),
                pid,
                maps.regions(),
                clocks(root),
                Optional.of(new Target(root, pid, startTicks, memory)));
        if (jvm instanceof Reading.Unavailable<HotspotJvm>) {
          memory.close();
        }
        yield jvm;
      }
    };
  }

  /** A JVM in a memory that belongs to no process, as a made-up one: it is never closed. */
  static Reading<HotspotJvm> of(
      Memory memory, long pid, List<MemoryRegion> regions, VmImage.Clocks clocks) {
    return of(memory, pid, regions, clocks, Optional.empty());
  }

  private static Reading<HotspotJvm> of(
      Memory memory,
      long pid,
      List<MemoryRegion> regions,
      VmImage.Clocks clocks,
      Optional<Target> target) {
    return switch (VmImage.find(memory, pid, regions, clocks)) {
      case Reading.Unavailable<VmImage> unavailable -> unavailable.retyped();
      case Reading.Value<VmImage>(VmImage image) -> {
        try {
          yield Reading.of(new HotspotJvm(pid, image, target));
        } catch (BadMemoryException e) {
          yield VmImage.unreadable(pid, e);
        }
      }
    };
  }

  /** Where the kernel does not tell what CPU time was used, the time that passed stands for it. */
  private static VmImage.Clocks clocks(Path root) {
    LongSupplier cpuClock =
        () -> SchedStat.ofCaller(root).map(SchedStat::onCpuNs).orElse(Long.MAX_VALUE);
    return new VmImage.Clocks(
        NANO_CLOCK,
        SchedStat.ofCaller(root) instanceof Reading.Value<SchedStat> ? cpuClock : NANO_CLOCK);
  }

  /** Its process id, as the kernel below the root counts. */
  public long pid() {
    return pid;
  }

  /** The version of HotSpot, as {@code 17.0.15+6}. */
  public String version() {
    return image.version();
  }

  /** Who made it, as {@code Eclipse Adoptium}; "unknown" when it does not tell. */
  public String vendor() {
    return vendor;
  }

  /** The first number of its version, from 17. */
  public int feature() {
    return image.feature();
  }

  /** The class or the jar that it was started with, without arguments; empty when not known. */
  public String mainClass() {
    return mainClass;
  }

  /** Whether it is still the same process, and still has its memory. */
  public boolean isAlive() {
    return image.isMapped() && target.map(Target::isAlive).orElse(true);
  }

  /** Its flags, as they were when it was attached to; unavailable where its table lies. */
  public Reading<JvmFlags> flags() {
    return image.flags();
  }

  /** Its own counters, as they are now; unavailable with {@code -XX:-UsePerfData}. */
  public Reading<PerfData> perfData() {
    return PerfData.of(image);
  }

  /** Where the fields of a class are in memory. */
  public KlassLayout layout() {
    return classes.layout();
  }

  /** All its classes, in one scan; unavailable when not one of them can be read. */
  public Reading<ClassList> classes() {
    return classes.all();
  }

  /**
   * What a class extends and implements, read now; unavailable where the class is no longer where
   * it was. For many classes ask their {@link ClassList#supertypes list}, which knows most answers.
   */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return classes.supertypes(type);
  }

  /** The class whose Klass is at an address; unavailable when there is none. */
  public Reading<LoadedClass> classAt(long klassAddress) {
    return classes.at(klassAddress);
  }

  /**
   * Its classes as they are now, in one scan, for looking up addresses; unavailable when not one of
   * them can be read.
   */
  public Reading<KlassMap> klassMap() {
    return classes.map();
  }

  /** What finds classes of the JDK by their names, again and again, for one thread. */
  public BootClasses bootClasses(Set<String> names) {
    return classes.boot(names);
  }

  /**
   * A new read of the objects of its heap; unavailable with a collector that leaves no plain
   * addresses there, and where the JVM does not tell how its objects are laid out.
   */
  public Reading<HeapReader> heap() {
    return heap.objects();
  }

  /** A new read of which objects are old; for G1, Parallel and Serial. */
  public Reading<Generations> generations() {
    return heap.generations();
  }

  /** Where the collector keeps its cards; for G1, Parallel and Serial. */
  public Reading<CardTable> cardTable() {
    return heap.cardTable();
  }

  /** A new map of its code, which remembers what it names. */
  public CodeMap code() {
    return new CodeMap(image, classes.symbols());
  }

  /** What reads where it keeps what in its memory, again and again, for one thread. */
  public RangeReader ranges() {
    return new RangeReader(image, classes);
  }

  /** What finds its pools of threads, again and again, for one thread. */
  public PoolSearch poolSearch() {
    return new PoolSearch(image, classes);
  }

  /** Its memory, open until this is closed. */
  public TargetMemory memory() {
    return target.orElseThrow().memory();
  }

  /** Closes its memory. The JVM does not notice. */
  @Override
  public void close() {
    target.map(Target::memory).ifPresent(TargetMemory::close);
  }
}
