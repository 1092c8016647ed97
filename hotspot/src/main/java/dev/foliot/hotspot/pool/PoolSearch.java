package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.JvmFlags;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.image.VmImage.Budget;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.BootClasses;
import dev.foliot.hotspot.klass.JvmClasses;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the thread pools of a JVM. For one thread.
 *
 * <p>Later calls cost less, since they examine new classes only. With a concurrently moving
 * collector (ZGC, Shenandoah) pools are unavailable.
 */
public final class PoolSearch {
  private static final int WITH_VIRTUAL_THREADS = 21;
  private static final String VIRTUAL_THREAD = "java.lang.VirtualThread";

  private static final List<String> SAFEPOINTS =
      List.of("sun.rt.safepoints", "sun.rt.safepointTime");

  /** The flags of collectors that move objects while the program runs. */
  private static final List<String> MOVING = List.of("UseZGC", "UseShenandoahGC");

  private final VmImage image;
  private final JvmClasses jvmClasses;
  private final BootClasses boot;

  private Set<LoadedClass> known = Set.of();
  private @Nullable Known found;

  /** Creates a search; reads nothing yet. */
  public PoolSearch(VmImage image, JvmClasses classes) {
    this.image = image;
    this.jvmClasses = classes;
    this.boot = classes.boot(classes());
  }

  /**
   * The pools that a JVM's threads lead to, at one moment. Immutable.
   *
   * @param pools those that can be sampled
   * @param otherQueues pools that cannot be sampled: the class of the queue, and how many pools
   *     have one
   * @param unread servers' own pools that cannot be sampled: the class of the pool or of its queue,
   *     and how many pools have it
   * @param carriers the kernel's ids of the threads that run virtual threads
   * @param unasked how many threads were not examined
   */
  public record Found(
      List<ThreadPool> pools,
      SortedMap<String, Integer> otherQueues,
      SortedMap<String, Integer> unread,
      List<Long> carriers,
      int unasked) {
    /** Keeps copies. */
    public Found {
      pools = List.copyOf(pools);
      carriers = List.copyOf(carriers);
      otherQueues = Collections.unmodifiableSortedMap(new TreeMap<>(otherQueues));
      unread = Collections.unmodifiableSortedMap(new TreeMap<>(unread));
    }
  }

  private static Set<String> classes() {
    Set<String> all = new HashSet<>(Set.of(VIRTUAL_THREAD));
    all.addAll(ForkJoinQueues.Fields.CLASSES);
    all.addAll(WorkerFields.CLASSES);
    all.addAll(WorkerPools.CLASSES);
    return all;
  }

  /**
   * The findings for the classes loaded so far.
   *
   * @param carriers the pool that runs virtual threads
   */
  private record Known(Reading<Optional<PoolSampler>> carriers, WorkerPools workers) {}

  /**
   * The pool that runs virtual threads; empty while its classes are not loaded. Unavailable before
   * JDK 21, and with a concurrently moving collector.
   */
  public Reading<Optional<PoolSampler>> carriers() {
    if (image.feature() < WITH_VIRTUAL_THREADS) {
      return Reading.unavailable(
          new JvmReason.NoVirtualThreads(image.feature(), WITH_VIRTUAL_THREADS));
    }
    return switch (look()) {
      case Reading.Unavailable<Known> unavailable -> unavailable.retyped();
      case Reading.Value<Known>(Known now) -> now.carriers();
    };
  }

  /**
   * The pools of the current threads, except the one for virtual threads. Unavailable with a
   * concurrently moving collector.
   */
  public Reading<Found> workers() {
    return switch (look()) {
      case Reading.Unavailable<Known> unavailable -> unavailable.retyped();
      case Reading.Value<Known>(Known now) -> {
        try {
          yield Reading.of(now.workers().scan(jvmClasses::nameAt));
        } catch (BadMemoryException e) {
          yield Reading.unavailable(
              new JvmReason.PartUnreadable(JvmReason.JvmPart.THREADS, e.what()));
        }
      }
    };
  }

  private Reading<Known> look() {
    if (!(image.flags() instanceof Reading.Value<JvmFlags>(JvmFlags told))) {
      return Reading.unavailable(new JvmReason.FlagsUnknown());
    }
    for (String collector : MOVING) {
      if (told.bool(collector).orElse(false)) {
        return Reading.unavailable(new JvmReason.ReferencesOpaque(collector));
      }
    }
    return switch (boot.look()) {
      case Reading.Unavailable<Map<String, LoadedClass>> unavailable -> unavailable.retyped();
      case Reading.Value<Map<String, LoadedClass>>(Map<String, LoadedClass> classes) -> {
        Known last = found;
        Set<LoadedClass> now = Set.copyOf(classes.values());
        if (last != null && now.equals(known)) {
          yield Reading.of(last);
        }
        Reading<Known> fresh = find(told, classes);
        // an unreadable pool may be readable the next time
        found =
            fresh
                .toOptional()
                .filter(one -> one.carriers() instanceof Reading.Value<Optional<PoolSampler>>)
                .orElse(null);
        known = now;
        yield fresh;
      }
    };
  }

  private Reading<Known> find(JvmFlags told, Map<String, LoadedClass> classes) {
    Pages read = image.renewed(Budget.HEAP);
    VmTables tables = image.tables();
    try {
      JavaFields fields = new JavaFields(tables, jvmClasses.symbols());
      HeapWords heap = new HeapWords(read, image, told);
      HeapReferences references = heap.layout();
      List<Long> safepoints = safepointPlaces();
      Optional<WorkerFields> executors =
          WorkerFields.of(read, fields, references, classes, safepoints);
      Optional<ForkJoinQueues.Fields> forkJoin =
          ForkJoinQueues.Fields.of(read, fields, references, classes, safepoints);
      return Reading.of(
          new Known(
              carriers(read, fields, heap, classes, forkJoin),
              new WorkerPools(
                  heap,
                  new WorkerPools.Threads(tables),
                  executors,
                  executors.map(jdk -> new CopiedExecutors(image, fields, heap, jdk)),
                  new ServerPools(
                      image,
                      fields,
                      heap,
                      WorkerFields.pathToTask(read, fields, references, classes),
                      executors,
                      safepoints),
                  WorkerPools.ForkJoinThread.of(read, fields, references, classes, forkJoin),
                  safepoints,
                  image.nanoClock())));
    } catch (BadMemoryException e) {
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.POOLS, e.what()));
    }
  }

  /** The addresses of the counter of safepoints and of their time; empty if not exported. */
  private List<Long> safepointPlaces() {
    List<Long> places =
        PerfData.of(image).toOptional().stream()
            .flatMap(data -> SAFEPOINTS.stream().flatMap(name -> data.counter(name).stream()))
            .map(PerfData.Counter::address)
            .toList();
    return places.size() == SAFEPOINTS.size() ? places : List.of();
  }

  /** They may be unavailable on a JDK where the other pools are readable. */
  private Reading<Optional<PoolSampler>> carriers(
      Pages read,
      JavaFields fields,
      HeapWords heap,
      Map<String, LoadedClass> classes,
      Optional<ForkJoinQueues.Fields> pools) {
    LoadedClass thread = classes.get(VIRTUAL_THREAD);
    if (thread == null || pools.isEmpty()) {
      return Reading.of(Optional.empty());
    }
    try {
      ForkJoinQueues.Root root =
          new ForkJoinQueues.Root(
              read.target(thread.address() + image.tables().offset("Klass::_java_mirror")),
              new JavaFields.Places(read, fields, thread.address())
                  .ofStatic("DEFAULT_SCHEDULER", heap.layout().bytes()),
              "the mirror of VirtualThread");
      return Reading.of(Optional.of(new ForkJoinQueues(heap, pools.get(), root)));
    } catch (BadMemoryException e) {
      return Reading.unavailable(
          new JvmReason.PartUnreadable(JvmReason.JvmPart.CARRIERS, e.what()));
    }
  }
}
