package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields that lead from a thread to a ThreadPoolExecutor and its queue. Immutable; offsets in
 * bytes.
 *
 * @param path from a thread to its task: from JDK 19 on the field of a holder comes first
 * @param worker the class of the tasks that are workers of such pools
 * @param owner of a worker: the pool
 * @param state of a worker: 1 while it runs a task, 0 between tasks, -1 before the first
 * @param completed of a worker: how many tasks it has run
 * @param executor the class of the pools
 * @param queue of a pool: its queue
 * @param control of a pool: the object with its count of threads
 * @param value of that object: the number in it
 * @param queues those with known fields
 * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if not
 *     exported
 */
record WorkerFields(
    List<Integer> path,
    long worker,
    int owner,
    int state,
    int completed,
    long executor,
    int queue,
    int control,
    int value,
    List<Queue> queues,
    List<Long> safepointPlaces) {
  /** The thread count in the control word; the upper three bits hold the pool's state. */
  static final int COUNT_MASK = (1 << 29) - 1;

  private static final String PACKAGE = "java.util.concurrent.";
  private static final String THREAD = "java.lang.Thread";
  private static final String HOLDER = THREAD + "$FieldHolder";
  private static final String EXECUTOR = PACKAGE + "ThreadPoolExecutor";
  private static final String WORKER = EXECUTOR + "$Worker";
  private static final String SYNCHRONIZER = PACKAGE + "locks.AbstractQueuedSynchronizer";
  private static final String INTEGER = PACKAGE + "atomic.AtomicInteger";

  /** The classes that declare them. */
  static final Set<String> CLASSES = classes();

  WorkerFields {
    path = List.copyOf(path);
    queues = List.copyOf(queues);
    safepointPlaces = List.copyOf(safepointPlaces);
  }

  private static Set<String> classes() {
    Set<String> all = new HashSet<>(Queue.CLASSES);
    all.addAll(Set.of(THREAD, HOLDER, EXECUTOR, WORKER, SYNCHRONIZER, INTEGER));
    return Set.copyOf(all);
  }

  /** Empty if the classes are not loaded yet; then no such pool exists. */
  static Optional<WorkerFields> of(
      Pages pages,
      JavaFields fields,
      HeapReferences references,
      Map<String, LoadedClass> classes,
      List<Long> safepointPlaces)
      throws BadMemoryException {
    LoadedClass thread = classes.get(THREAD);
    LoadedClass executor = classes.get(EXECUTOR);
    LoadedClass worker = classes.get(WORKER);
    LoadedClass synchronizer = classes.get(SYNCHRONIZER);
    LoadedClass integer = classes.get(INTEGER);
    if (thread == null
        || executor == null
        || worker == null
        || synchronizer == null
        || integer == null) {
      return Optional.empty();
    }
    int bytes = references.bytes();
    JavaFields.Places ofThread = new JavaFields.Places(pages, fields, thread.address());
    JavaFields.Places ofWorker = new JavaFields.Places(pages, fields, worker.address());
    JavaFields.Places ofExecutor = new JavaFields.Places(pages, fields, executor.address());
    List<Integer> path = path(ofThread, classes, bytes);
    List<Queue> queues = new ArrayList<>();
    for (Queue.Kind kind : Queue.Kind.values()) {
      LoadedClass queue = classes.get(kind.type());
      boolean isReadable = !kind.isTimed() || classes.containsKey(kind.nodeType());
      if (queue != null && isReadable) {
        queues.add(
            kind.of(
                new JavaFields.Places(pages, fields, queue.address()),
                Optional.ofNullable(classes.get(kind.nodeType()))
                    .map(node -> new JavaFields.Places(pages, fields, node.address())),
                bytes));
      }
    }
    return Optional.of(
        new WorkerFields(
            path,
            worker.address(),
            ofWorker.of("this$0", bytes),
            new JavaFields.Places(pages, fields, synchronizer.address()).of("state", Integer.BYTES),
            ofWorker.of("completedTasks", Long.BYTES),
            executor.address(),
            ofExecutor.of("workQueue", bytes),
            ofExecutor.of("ctl", bytes),
            new JavaFields.Places(pages, fields, integer.address()).of("value", Integer.BYTES),
            queues,
            safepointPlaces));
  }

  private static List<Integer> path(
      JavaFields.Places ofThread, Map<String, LoadedClass> classes, int bytes)
      throws BadMemoryException {
    LoadedClass holder = classes.get(HOLDER);
    return holder == null
        ? List.of(ofThread.of("target", bytes))
        : List.of(
            ofThread.of("holder", bytes),
            new JavaFields.Places(ofThread.pages(), ofThread.fields(), holder.address())
                .of("task", bytes));
  }

  /** The fields that lead from a thread to its task; none while the classes are not loaded. */
  static List<Integer> pathToTask(
      Pages pages, JavaFields fields, HeapReferences references, Map<String, LoadedClass> classes)
      throws BadMemoryException {
    LoadedClass thread = classes.get(THREAD);
    return thread == null
        ? List.of()
        : path(new JavaFields.Places(pages, fields, thread.address()), classes, references.bytes());
  }

  /** The fields of a queue of some class; empty if unknown. */
  Optional<Queue> queueOf(HeapWords heap, long klass) throws BadMemoryException {
    for (Queue one : queues) {
      if (heap.extendsClass(klass, one.klass())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** A pool's own count of its threads. */
  int threadsOf(HeapWords heap, long pool) throws BadMemoryException {
    return heap.int4(heap.target(pool + control, "the count of threads") + value) & COUNT_MASK;
  }

  /** The tasks of some threads; 0 for none. */
  long[] tasksOf(HeapWords heap, long[] threads) {
    return wayOf(heap, threads)[path.size() - 1];
  }

  /** The objects on the path behind some threads, step by step, with the tasks last; 0 for none. */
  long[][] wayOf(HeapWords heap, long[] threads) {
    return wayOf(heap, path, threads);
  }

  /** The same for a path of fields. */
  static long[][] wayOf(HeapWords heap, List<Integer> path, long[] threads) {
    long[][] way = new long[path.size()][];
    long[] from = threads;
    for (int i = 0; i < way.length; i++) {
      way[i] = heap.references(HeapWords.after(from, path.get(i)));
      from = way[i];
    }
    return way;
  }

  /** The pools of some tasks that are workers; 0 for other tasks. */
  long[] ownersOf(HeapWords heap, long[] tasks) {
    long[] klasses = heap.klasses(tasks);
    long[] workers = new long[tasks.length];
    for (int i = 0; i < tasks.length; i++) {
      workers[i] = klasses[i] == worker ? tasks[i] : 0;
    }
    return heap.references(HeapWords.after(workers, owner));
  }

  /**
   * The fields of a queue class. Immutable; offsets in bytes.
   *
   * @param klass the class of such queues
   * @param kind its kind
   * @param count how many tasks wait: a number, or a reference to an AtomicInteger
   * @param head a number or a reference that changes when a task is taken
   * @param node of a node: its task and the next node; empty for a queue without nodes
   * @param timed of a task with a time; empty for a queue whose tasks wait for nothing
   */
  record Queue(
      long klass, Kind kind, int count, int head, Optional<Node> node, Optional<Timed> timed) {
    private static final String PACKAGE = "java.util.concurrent.";

    /** The classes of all kinds, and of their nodes. */
    static final Set<String> CLASSES =
        Arrays.stream(Kind.values())
            .flatMap(kind -> Stream.of(kind.type(), kind.nodeType()))
            .collect(Collectors.toUnmodifiableSet());

    /** The fields of a node. */
    record Node(int item, int next) {}

    /**
     * The fields of a task with a time.
     *
     * @param klass its class
     * @param time when it is due, by the clock of {@link System#nanoTime()}
     */
    record Timed(long klass, int time) {}

    /** A queue of the JDK. */
    enum Kind {
      /** Its head is the node taken last. */
      LINKED("LinkedBlockingQueue", "count", true, "head", true, "LinkedBlockingQueue$Node"),
      /** Its head is an index, which wraps around. */
      ARRAY("ArrayBlockingQueue", "count", false, "takeIndex", false, "ArrayBlockingQueue$Node"),
      /** Its head is the first node. */
      DEQUE("LinkedBlockingDeque", "count", false, "first", true, "LinkedBlockingDeque$Node"),
      /** Its head is an array, whose first task is the next one. */
      TIMED(
          "ScheduledThreadPoolExecutor$DelayedWorkQueue",
          "size",
          false,
          "queue",
          true,
          "ScheduledThreadPoolExecutor$ScheduledFutureTask");

      private final String simpleName;
      private final String count;
      private final boolean counts;
      private final String head;
      private final boolean heads;
      private final String nodeName;

      Kind(
          String simpleName,
          String count,
          boolean counts,
          String head,
          boolean heads,
          String nodeName) {
        this.nodeName = nodeName;
        this.simpleName = simpleName;
        this.count = count;
        this.counts = counts;
        this.head = head;
        this.heads = heads;
      }

      String type() {
        return PACKAGE + simpleName;
      }

      /** The class of its nodes, or of its tasks with a time; of no class for other queues. */
      String nodeType() {
        return PACKAGE + nodeName;
      }

      /** Whether its tasks have a time. */
      boolean isTimed() {
        return this == TIMED;
      }

      /** Whether its count is a separate object. */
      boolean hasCounter() {
        return counts;
      }

      /** Whether its head is a reference. */
      boolean hasNodes() {
        return heads;
      }

      Queue of(JavaFields.Places places, Optional<JavaFields.Places> ofNode, int referenceBytes)
          throws BadMemoryException {
        return new Queue(
            places.klass(),
            this,
            places.of(count, counts ? referenceBytes : Integer.BYTES),
            places.of(head, heads ? referenceBytes : Integer.BYTES),
            ofNode.isEmpty() || isTimed()
                ? Optional.empty()
                : Optional.of(
                    new Node(
                        ofNode.get().of("item", referenceBytes),
                        ofNode.get().of("next", referenceBytes))),
            ofNode.isEmpty() || !isTimed()
                ? Optional.empty()
                : Optional.of(
                    new Timed(ofNode.get().klass(), ofNode.get().of("time", Long.BYTES))));
      }
    }
  }
}
