package dev.foliot.hotspot.locks;

import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmImage;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.locks.VirtualGroup.State;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of virtual threads, of their stacks, and of what knows them. Immutable; offsets in
 * bytes.
 *
 * <p>The JDK keeps all virtual threads in sets: those of a container, such as an executor, in the
 * container's, the others in one of its own. Shared containers are in a registry. The containers of
 * structured tasks hang on the thread that owns them [1]. The stack follows the chunk's last field
 * [2].
 *
 * <p>[1] jdk.internal.vm.ThreadContainers. [2] src/hotspot/share/oops/instanceStackChunkKlass.hpp.
 */
final class VirtualThreadFields {
  private static final String THREAD = "java.lang.Thread";
  private static final String VIRTUAL = "java.lang.VirtualThread";
  private static final String CONTINUATION = "jdk.internal.vm.Continuation";
  private static final String CHUNK = "jdk.internal.vm.StackChunk";
  private static final String REFERENCE = "java.lang.ref.Reference";
  private static final String CONTAINERS = "jdk.internal.vm.ThreadContainers";
  private static final String TRACKED = CONTAINERS + "$RootContainer$TrackingRootContainer";
  private static final String SCOPE = "jdk.internal.vm.StackableScope";
  private static final String EXECUTOR = "java.util.concurrent.ThreadPerTaskExecutor";
  private static final String SHARED = "jdk.internal.vm.SharedThreadContainer";
  private static final String FLOCK = "jdk.internal.misc.ThreadFlock";
  private static final String OF_FLOCK = FLOCK + "$ThreadContainerImpl";
  private static final int SLOW_ALLOCATION = 1;

  /** A virtual thread that is suspended by a debugger has this bit in its state. */
  private static final int SUSPENDED = 1 << 8;

  /** The constants of java.lang.VirtualThread; not each JDK has all. */
  private static final Map<State, List<String>> CONSTANTS =
      Map.of(
          State.QUEUED,
          List.of("STARTED", "RUNNABLE", "UNPARKED", "YIELDED", "UNBLOCKED"),
          State.RUNNING,
          List.of("RUNNING"),
          State.PINNED,
          List.of("PINNED", "TIMED_PINNED"),
          State.PARKED,
          List.of("PARKED"),
          State.TIMED_PARKED,
          List.of("TIMED_PARKED"),
          State.BLOCKED,
          List.of("BLOCKED"),
          State.WAITING,
          List.of("WAIT", "TIMED_WAIT"));

  /** The classes that declare the fields. */
  static final Set<String> CLASSES = classes();

  final long thread;
  final int state;
  final int continuation;
  final int id;
  final int scopes;
  final int tail;
  final long chunk;
  final int parent;
  final int size;
  final int sp;
  final int words;
  final int referent;
  final int previous;
  private final Map<Integer, State> states = new HashMap<>();

  /** The fields from a container to its set, by the container's class. */
  private final Map<Long, List<Integer>> sets = new HashMap<>();

  private final HeapWords heap;
  private final Root registry;
  private final Optional<Root> tracked;

  /** A static field: the handle of the class's mirror, and the offset. */
  private record Root(long handle, int offset) {}

  private static Set<String> classes() {
    Set<String> all = new HashSet<>(JavaThreadFields.CLASSES);
    all.addAll(ConcurrentSets.CLASSES);
    all.addAll(
        Set.of(
            ConcurrentSets.OPTIONAL_CLASS,
            CONTINUATION,
            CHUNK,
            REFERENCE,
            CONTAINERS,
            TRACKED,
            SCOPE,
            EXECUTOR,
            SHARED,
            FLOCK,
            OF_FLOCK));
    return Set.copyOf(all);
  }

  /** Whether a JVM with these classes may have started a virtual thread. */
  static boolean areIn(Map<String, LoadedClass> classes) {
    return classes.containsKey(CONTAINERS) && classes.containsKey(CHUNK);
  }

  VirtualThreadFields(
      HeapWords heap,
      Pages pages,
      VmImage image,
      JavaFields fields,
      Map<String, LoadedClass> classes)
      throws BadMemoryException {
    this.heap = heap;
    int bytes = heap.layout().bytes();
    JavaFields.Places ofThread = ConcurrentSets.places(pages, fields, classes, VIRTUAL);
    JavaFields.Places ofChunk = ConcurrentSets.places(pages, fields, classes, CHUNK);
    int mirror = image.tables().offset("Klass::_java_mirror");
    thread = ofThread.klass();
    state = ofThread.of("state", Integer.BYTES);
    continuation = ofThread.of("cont", bytes);
    JavaFields.Places ofAnyThread = ConcurrentSets.places(pages, fields, classes, THREAD);
    id = ofAnyThread.of("tid", Long.BYTES);
    scopes = ofAnyThread.of("headStackableScopes", bytes);
    tail = ConcurrentSets.places(pages, fields, classes, CONTINUATION).of("tail", bytes);
    chunk = ofChunk.klass();
    parent = ofChunk.of("parent", bytes);
    size = ofChunk.of("size", Integer.BYTES);
    sp = ofChunk.of("sp", Integer.BYTES);
    words = pages.i4(chunk + image.tables().offset("Klass::_layout_helper")) & ~SLOW_ALLOCATION;
    referent = ConcurrentSets.places(pages, fields, classes, REFERENCE).of("referent", bytes);
    previous = ConcurrentSets.places(pages, fields, classes, SCOPE).of("previous", bytes);
    JavaFields.Places ofContainers = ConcurrentSets.places(pages, fields, classes, CONTAINERS);
    registry =
        new Root(
            pages.target(ofContainers.klass() + mirror),
            ofContainers.ofStatic("CONTAINER_REGISTRY", bytes));
    tracked = tracked(pages, fields, classes, bytes, mirror);
    paths(pages, fields, classes, bytes);
    states(ofThread, heap.behind(new long[] {pages.target(thread + mirror)})[0]);
  }

  private static Optional<Root> tracked(
      Pages pages, JavaFields fields, Map<String, LoadedClass> classes, int bytes, int mirror)
      throws BadMemoryException {
    if (!classes.containsKey(TRACKED)) {
      return Optional.empty();
    }
    JavaFields.Places places = ConcurrentSets.places(pages, fields, classes, TRACKED);
    return Optional.of(
        new Root(pages.target(places.klass() + mirror), places.ofStatic("VTHREADS", bytes)));
  }

  private void paths(Pages pages, JavaFields fields, Map<String, LoadedClass> classes, int bytes)
      throws BadMemoryException {
    if (classes.containsKey(EXECUTOR)) {
      JavaFields.Places places = ConcurrentSets.places(pages, fields, classes, EXECUTOR);
      sets.put(places.klass(), List.of(places.of("threads", bytes)));
    }
    if (classes.containsKey(SHARED)) {
      JavaFields.Places places = ConcurrentSets.places(pages, fields, classes, SHARED);
      sets.put(places.klass(), List.of(places.of("virtualThreads", bytes)));
    }
    if (classes.containsKey(OF_FLOCK) && classes.containsKey(FLOCK)) {
      JavaFields.Places places = ConcurrentSets.places(pages, fields, classes, OF_FLOCK);
      sets.put(
          places.klass(),
          List.of(
              places.of("flock", bytes),
              ConcurrentSets.places(pages, fields, classes, FLOCK).of("threads", bytes)));
    }
  }

  private void states(JavaFields.Places places, long mirror) throws BadMemoryException {
    for (Map.Entry<State, List<String>> entry : CONSTANTS.entrySet()) {
      for (String name : entry.getValue()) {
        if (places.hasStatic(name)) {
          states.put(heap.int4(mirror + places.ofStatic(name, Integer.BYTES)), entry.getKey());
        }
      }
    }
  }

  /** The state that a number stands for; empty if the thread changes its state, or has ended. */
  Optional<State> state(long number) {
    return Optional.ofNullable(states.get((int) number & ~SUSPENDED));
  }

  /** The set of the shared containers. */
  long registry() {
    return at(registry);
  }

  /** The set of the threads without a container; empty if the JDK keeps none. */
  Optional<Long> tracked() {
    return tracked.map(this::at);
  }

  private long at(Root root) {
    long[] mirror = heap.behind(new long[] {root.handle()});
    return heap.current(heap.references(HeapWords.after(mirror, root.offset())))[0];
  }

  /** The path to the set of a container's threads, by its class; empty for other objects. */
  List<Integer> pathToSet(long klass) {
    return sets.getOrDefault(klass, List.of());
  }
}
