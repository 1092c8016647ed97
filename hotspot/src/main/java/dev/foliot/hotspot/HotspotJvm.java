package dev.foliot.hotspot;

import dev.foliot.hotspot.code.CodeMap;
import dev.foliot.hotspot.heap.CardTable;
import dev.foliot.hotspot.heap.Generations;
import dev.foliot.hotspot.heap.HeapReader;
import dev.foliot.hotspot.heap.JavaHeap;
import dev.foliot.hotspot.heap.ObjectSearch;
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
import dev.foliot.hotspot.locks.LockSampler;
import dev.foliot.hotspot.locks.ReferenceQueues;
import dev.foliot.hotspot.locks.VirtualThreads;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.hotspot.memory.RangeReader;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.pool.PoolSearch;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import dev.foliot.linux.memory.MemoryRegion;
import dev.foliot.linux.memory.ProcessMaps;
import dev.foliot.linux.memory.TargetMemory;
import dev.foliot.linux.proc.CommandLine;
import dev.foliot.linux.proc.ProcessStat;
import dev.foliot.linux.proc.ProcessState;
import dev.foliot.linux.proc.SchedStat;
import dev.foliot.linux.proc.Threads;
import dev.foliot.linux.reason.ProcessReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Reads a running HotSpot from outside, without an agent and without stopping it.
 *
 * <p>It needs JDK 17 or later. HotSpot's mapped library is the way in: its own tables (vmStructs)
 * describe its structures. The JVM runs on while it is read, so results may be outdated at once;
 * inconsistent data is left out and counted. A stopped process can be read as well. Safe for any
 * thread; some methods return objects for one thread, and say so.
 */
public final class HotspotJvm implements AutoCloseable {
  /** The only clock of this module. It ends reads that take too long. */
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
    String named =
        counters.flatMap(c -> c.text("sun.rt.javaCommand")).map(MainClass::of).orElse("");
    this.mainClass =
        named.isEmpty()
            ? target
                .flatMap(t -> CommandLine.of(t.root, t.pid).toOptional())
                .map(MainClass::of)
                .orElse("")
            : named;
  }

  private HotspotJvm(HotspotJvm of, VmImage image, Target target) {
    pid = of.pid;
    this.image = image;
    classes = of.classes.in(image);
    heap = new JavaHeap(image, classes.symbols());
    vendor = of.vendor;
    mainClass = of.mainClass;
    this.target = Optional.of(target);
  }

  /** The process under examination. */
  private record Target(
      Path root, long pid, long startTicks, TargetMemory memory, ProcessMaps maps) {
    boolean isAlive() {
      return ProcessState.of(root, pid).orElse(ProcessState.ALIVE) != ProcessState.ENDED
          && ProcessStat.of(root, pid).map(stat -> stat.startTicks() == startTicks).orElse(false);
    }
  }

  /**
   * Attaches to process {@code pid} of the kernel below {@code root}, usually "/".
   *
   * <p>Unavailable without such a process, for the id of a thread, without the right to read its
   * memory, for anything but a HotSpot of JDK 17 or later, and for a HotSpot whose tables
   * contradict themselves.
   */
  public static Reading<HotspotJvm> attach(Path root, long pid) {
    long process = Threads.processOf(root, pid).orElse(pid);
    if (process != pid) {
      return Reading.unavailable(new ProcessReason.ThreadNoProcess(pid, process));
    }
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

  /**
   * The reason for unreadable mappings; names the missing rights where the memory is closed too.
   */
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
      // Its memory could not be opened either, but that says less about the cause.
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
                Optional.of(new Target(root, pid, startTicks, memory, maps)));
        if (jvm instanceof Reading.Unavailable<HotspotJvm>) {
          memory.close();
        }
        yield jvm;
      }
    };
  }

  /**
   * The same JVM for another thread, to be closed on its own. Its tables are not read again.
   *
   * <p>An interrupt of a thread during a read closes the memory: only that of its own view.
   */
  public Reading<HotspotJvm> view() {
    Target seen = target.orElseThrow();
    return TargetMemory.open(seen.root, pid)
        .map(memory -> {
          Memory own = Memory.ofProcess(seen.root, pid, memory, seen.maps);
          return new HotspotJvm(
              this, image.in(own), new Target(seen.root, pid, seen.startTicks, memory, seen.maps));
        });
  }

  /** A JVM in a memory without a process, such as a simulated one. It is never closed. */
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

  /** The clocks; elapsed time replaces CPU time where the kernel does not report it. */
  private static VmImage.Clocks clocks(Path root) {
    LongSupplier cpuClock =
        () -> SchedStat.ofCaller(root).map(SchedStat::onCpuNs).orElse(Long.MAX_VALUE);
    return new VmImage.Clocks(
        NANO_CLOCK,
        SchedStat.ofCaller(root) instanceof Reading.Value<SchedStat> ? cpuClock : NANO_CLOCK);
  }

  /** The process id, as the kernel below the root counts. */
  public long pid() {
    return pid;
  }

  /** The version of HotSpot, as {@code 17.0.15+6}. */
  public String version() {
    return image.version();
  }

  /** The vendor, such as {@code Eclipse Adoptium}; "unknown" if the JVM does not say. */
  public String vendor() {
    return vendor;
  }

  /** The feature version, 17 or higher. */
  public int feature() {
    return image.feature();
  }

  /** The main class or jar, without arguments; empty when not known. */
  public String mainClass() {
    return mainClass;
  }

  /** Whether this is still the same process, with its memory. */
  public boolean isAlive() {
    return image.isMapped() && target.map(Target::isAlive).orElse(true);
  }

  /** The flags at the time of attaching; unavailable where their table is inconsistent. */
  public Reading<JvmFlags> flags() {
    return image.flags();
  }

  /** The flags, read now: HotSpot changes some while it runs. */
  public Reading<JvmFlags> flagsNow() {
    return image.flagsNow();
  }

  /** HotSpot's counters, read now; unavailable with {@code -XX:-UsePerfData}. */
  public Reading<PerfData> perfData() {
    return PerfData.of(image);
  }

  /** How full the code cache is, read now. */
  public Reading<CodeCacheUse> codeCache() {
    return CodeCacheUse.of(image);
  }

  /** The field offsets of a class's structure. */
  public KlassLayout layout() {
    return classes.layout();
  }

  /** All loaded classes, in one scan; unavailable if no class can be read. */
  public Reading<ClassList> classes() {
    return classes.all();
  }

  /**
   * The supertypes of a class, read now; unavailable if the class has moved or was unloaded. For
   * many classes use {@link ClassList#supertypes}, which knows most answers.
   */
  public Reading<Supertypes> supertypes(LoadedClass type) {
    return classes.supertypes(type);
  }

  /** The class whose Klass is at an address; unavailable if no class is there. */
  public Reading<LoadedClass> classAt(long klassAddress) {
    return classes.at(klassAddress);
  }

  /** A map from addresses to classes, from one scan; unavailable if no class can be read. */
  public Reading<KlassMap> klassMap() {
    return classes.map();
  }

  /** A repeatable search for JDK classes by name, for one thread. */
  public BootClasses bootClasses(Set<String> names) {
    return classes.boot(names);
  }

  /**
   * A new reader of heap objects. Unavailable with collectors that colour references, and where the
   * JVM does not describe its object layout.
   */
  public Reading<HeapReader> heap() {
    return heap.objects();
  }

  /** A new search for the objects at addresses. */
  public Reading<ObjectSearch> objects() {
    return heap.search(classes);
  }

  /** A new reader that decides which objects are old; for G1, Parallel and Serial. */
  public Reading<Generations> generations() {
    return heap.generations();
  }

  /** The location of the collector's card table; for G1, Parallel and Serial. */
  public Reading<CardTable> cardTable() {
    return heap.cardTable();
  }

  /** A new map of compiled code. It caches the places it has named. */
  public CodeMap code() {
    return new CodeMap(image, classes.symbols());
  }

  /** A repeatable reader of the JVM's address ranges, for one thread. */
  public RangeReader ranges() {
    return new RangeReader(image, classes);
  }

  /** A repeatable search for thread pools, for one thread. */
  public PoolSearch poolSearch() {
    return new PoolSearch(image, classes);
  }

  /** A repeatable sampler of threads and of what they wait for, for one thread. */
  public LockSampler lockSampler() {
    return new LockSampler(image, classes, code());
  }

  /** A repeatable sampler of virtual threads and of their stacks, for one thread. */
  public VirtualThreads virtualThreads() {
    return new VirtualThreads(image, classes, code());
  }

  /** A repeatable reader of the numbers of queued references, for one thread. */
  public ReferenceQueues referenceQueues() {
    return new ReferenceQueues(image, classes);
  }

  /** The JVM's memory, open until this object is closed. */
  public TargetMemory memory() {
    return target.orElseThrow().memory();
  }

  /** Closes the memory. The JVM does not notice. */
  @Override
  public void close() {
    target.map(Target::memory).ifPresent(TargetMemory::close);
  }
}
