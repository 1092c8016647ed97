package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.FieldPlaces;
import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Where the fields are that lead from a thread to a ThreadPoolExecutor and its queue. Immutable;
 * offsets in bytes.
 *
 * @param holder of a thread: what holds its task; empty before JDK 19, where it does itself
 * @param task of that holder, or of the thread: its task
 * @param worker the class of the tasks that are workers of such pools
 * @param owner of a worker: the pool
 * @param state of a worker: 1 while it runs a task, 0 between tasks, -1 before the first
 * @param completed of a worker: how many tasks it has run
 * @param executor the class of the pools
 * @param queue of a pool: its queue
 * @param control of a pool: the object with its count of threads
 * @param value of that object: the number in it
 * @param queues those whose fields are known
 * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty where
 *     the JVM does not tell
 */
record WorkerFields(
    OptionalInt holder,
    int task,
    long worker,
    int owner,
    int state,
    int completed,
    long executor,
    int queue,
    int control,
    int value,
    List<QueueFields> queues,
    List<Long> safepointPlaces) {
  /** Of the word that counts threads: the upper three bits tell the state of the pool. */
  static final int COUNT_MASK = (1 << 29) - 1;

  private static final String PACKAGE = "java.util.concurrent.";
  private static final String THREAD = "java.lang.Thread";
  private static final String HOLDER = THREAD + "$FieldHolder";
  private static final String EXECUTOR = PACKAGE + "ThreadPoolExecutor";
  private static final String WORKER = EXECUTOR + "$Worker";
  private static final String SYNCHRONIZER = PACKAGE + "locks.AbstractQueuedSynchronizer";
  private static final String INTEGER = PACKAGE + "atomic.AtomicInteger";

  /** The classes that have them. */
  static final Set<String> CLASSES = classes();

  WorkerFields {
    queues = List.copyOf(queues);
    safepointPlaces = List.copyOf(safepointPlaces);
  }

  private static Set<String> classes() {
    Set<String> all = new HashSet<>(QueueFields.CLASSES);
    all.addAll(Set.of(THREAD, HOLDER, EXECUTOR, WORKER, SYNCHRONIZER, INTEGER));
    return Set.copyOf(all);
  }

  /** Empty where the classes are not loaded yet: there is no such pool then. */
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
    FieldPlaces ofThread = new FieldPlaces(pages, fields, thread.address());
    FieldPlaces ofWorker = new FieldPlaces(pages, fields, worker.address());
    FieldPlaces ofExecutor = new FieldPlaces(pages, fields, executor.address());
    LoadedClass holder = classes.get(HOLDER);
    int task =
        holder == null
            ? ofThread.of("target", bytes)
            : new FieldPlaces(pages, fields, holder.address()).of("task", bytes);
    List<QueueFields> queues = new ArrayList<>();
    for (QueueFields.Kind kind : QueueFields.Kind.values()) {
      LoadedClass queue = classes.get(kind.type());
      if (queue != null) {
        queues.add(kind.of(new FieldPlaces(pages, fields, queue.address()), bytes));
      }
    }
    return Optional.of(
        new WorkerFields(
            holder == null ? OptionalInt.empty() : OptionalInt.of(ofThread.of("holder", bytes)),
            task,
            worker.address(),
            ofWorker.of("this$0", bytes),
            new FieldPlaces(pages, fields, synchronizer.address()).of("state", Integer.BYTES),
            ofWorker.of("completedTasks", Long.BYTES),
            executor.address(),
            ofExecutor.of("workQueue", bytes),
            ofExecutor.of("ctl", bytes),
            new FieldPlaces(pages, fields, integer.address()).of("value", Integer.BYTES),
            queues,
            safepointPlaces));
  }

  /** The fields of a queue of some class; empty where they are not known. */
  Optional<QueueFields> queueOf(HeapWords heap, long klass) throws BadMemoryException {
    for (QueueFields one : queues) {
      if (heap.extendsClass(klass, one.klass())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** How many threads a pool has, by its own count. */
  int threadsOf(HeapWords heap, long pool) throws BadMemoryException {
    return heap.int4(heap.target(pool + control, "the count of threads") + value) & COUNT_MASK;
  }

  /** The tasks of some threads; 0 where there is none. */
  long[] tasksOf(HeapWords heap, long[] threads) {
    return heap.references(HeapWords.after(holdersOf(heap, threads), task));
  }

  /** What holds the tasks of some threads. */
  long[] holdersOf(HeapWords heap, long[] threads) {
    return holder.isEmpty()
        ? threads
        : heap.references(HeapWords.after(threads, holder.getAsInt()));
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
}
