package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.image.VmTables;
import dev.foliot.hotspot.klass.LoadedClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Finds the pools of a JVM's threads, except the one for virtual threads. For one thread.
 *
 * <p>A ThreadPoolExecutor is reached through the task of a thread, its worker. A ForkJoinPool is
 * reached through its threads, which refer to it. {@link ServerPools} finds the pools of servers.
 */
final class WorkerPools {
  private static final String FORK_JOIN_THREAD = "java.util.concurrent.ForkJoinWorkerThread";
  private static final String CARRIER = "jdk.internal.misc.CarrierThread";

  private static final int TRIES = 5;

  /** The classes of threads that refer to their pool. */
  static final Set<String> CLASSES = Set.of(FORK_JOIN_THREAD, CARRIER);

  private final HeapWords heap;
  private final Threads threads;
  private final Optional<WorkerFields> executors;
  private final Optional<CopiedExecutors> copied;
  private final ServerPools servers;
  private final Optional<ForkJoinThread> forkJoin;
  private final long[] safepointPlaces;
  private final LongSupplier nanoClock;
  private final Map<Long, Works> forkJoinThreads = new HashMap<>();

  /** The kind of pool that a class of threads belongs to. */
  private enum Works {
    NOT_KNOWN,
    FORK_JOIN,
    VIRTUAL_THREADS
  }

  /** Names a class. */
  interface ClassNames {
    String of(long klass) throws BadMemoryException;
  }

  /**
   * A thread of a ForkJoinPool.
   *
   * @param klass its class
   * @param carrier the class of threads that run virtual threads; 0 for none
   * @param pool of a thread: the pool
   * @param fields those of pools
   */
  record ForkJoinThread(long klass, long carrier, int pool, ForkJoinQueues.Fields fields) {
    /** Empty if the class is not loaded yet. */
    static Optional<ForkJoinThread> of(
        Pages pages,
        JavaFields fields,
        HeapReferences references,
        Map<String, LoadedClass> classes,
        Optional<ForkJoinQueues.Fields> pools)
        throws BadMemoryException {
      LoadedClass thread = classes.get(FORK_JOIN_THREAD);
      LoadedClass carrier = classes.get(CARRIER);
      if (thread == null || pools.isEmpty()) {
        return Optional.empty();
      }
      int pool =
          new JavaFields.Places(pages, fields, thread.address()).of("pool", references.bytes());
      return Optional.of(
          new ForkJoinThread(
              thread.address(), carrier == null ? 0 : carrier.address(), pool, pools.get()));
    }
  }

  /**
   * Creates a search; reads nothing yet.
   *
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if
   *     not exported
   * @param nanoClock nanoseconds, by the clock of all processes of the machine
   */
  WorkerPools(
      HeapWords heap,
      Threads threads,
      Optional<WorkerFields> executors,
      Optional<CopiedExecutors> copied,
      ServerPools servers,
      Optional<ForkJoinThread> forkJoin,
      List<Long> safepointPlaces,
      LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.safepointPlaces = safepointPlaces.stream().mapToLong(Long::longValue).toArray();
    this.heap = heap;
    this.threads = threads;
    this.executors = executors;
    this.copied = copied;
    this.servers = servers;
    this.forkJoin = forkJoin;
  }

  /**
   * Examines all threads. Repeats this a few times if a stop of the JVM may have moved the objects;
   * with constant stops it may miss some pools.
   */
  PoolSearch.Found scan(ClassNames names) throws BadMemoryException {
    for (int i = 1; ; i++) {
      long[] before = heap.words(safepointPlaces);
      PoolSearch.Found scan = scanOnce(names);
      if (i == TRIES || Arrays.equals(before, heap.words(safepointPlaces))) {
        return scan;
      }
    }
  }

  private PoolSearch.Found scanOnce(ClassNames names) throws BadMemoryException {
    Threads.Listed listed = threads.look(heap);
    long[] objects = heap.pointers(listed.handles());
    List<ThreadPool> found = new ArrayList<>();
    SortedMap<String, Integer> others = new TreeMap<>();
    executors.ifPresent(fields -> executors(fields, names, listed, objects, found, others));
    copied.ifPresent(search ->
        search
            .of(objects, names)
            .forEach(fields -> executors(fields, names, listed, objects, found, others)));
    SortedMap<String, Integer> unread = new TreeMap<>();
    servers.add(listed, objects, names, found, unread);
    List<Long> carriers = new ArrayList<>();
    forkJoin.ifPresent(thread -> forkJoin(thread, listed, objects, found, carriers));
    return new PoolSearch.Found(found, others, unread, carriers, listed.unasked());
  }

  private void executors(
      WorkerFields fields,
      ClassNames names,
      Threads.Listed listed,
      long[] objects,
      List<ThreadPool> found,
      SortedMap<String, Integer> others) {
    long[] pools = fields.ownersOf(heap, fields.tasksOf(heap, objects));
    byPool(pools)
        .forEach((pool, members) -> {
          try {
            long queue = heap.klassOf(heap.target(pool + fields.queue(), "the queue"));
            if (members.length > fields.threadsOf(heap, pool)) {
              // read during a move, with the old references
              return;
            }
            Optional<WorkerFields.Queue> known = fields.queueOf(heap, queue);
            if (known.isPresent()) {
              long[] handles = of(listed.handles(), members);
              long[] tids = of(listed.tids(), members);
              found.add(
                  pool(
                      known.get().kind().isTimed()
                          ? ThreadPool.Kind.SCHEDULED
                          : ThreadPool.Kind.EXECUTOR,
                      tids,
                      new ExecutorQueue(heap, fields, handles, tids, nanoClock)));
            } else {
              others.merge(names.of(queue), 1, Integer::sum);
            }
          } catch (BadMemoryException e) {
            // it is being moved, or its threads end: the next scan decides
            return;
          }
        });
  }

  private void forkJoin(
      ForkJoinThread thread,
      Threads.Listed listed,
      long[] objects,
      List<ThreadPool> found,
      List<Long> carriers) {
    long[] klasses = heap.klasses(objects);
    long[] workers = new long[objects.length];
    for (int i = 0; i < objects.length; i++) {
      switch (worksFor(thread, klasses[i])) {
        case FORK_JOIN -> workers[i] = objects[i];
        case VIRTUAL_THREADS -> carriers.add(listed.tids()[i]);
        case NOT_KNOWN -> {}
      }
    }
    byPool(heap.references(HeapWords.after(workers, thread.pool())))
        .forEach((pool, members) -> {
          long[] handles = of(listed.handles(), members);
          ForkJoinQueues.Root root =
              new ForkJoinQueues.Root(handles[0], thread.pool(), "a thread of the pool");
          found.add(
              pool(
                  ThreadPool.Kind.FORK_JOIN,
                  of(listed.tids(), members),
                  new ForkJoinQueues(heap, thread.fields(), root)));
        });
  }

  private Works worksFor(ForkJoinThread thread, long klass) {
    if (klass == 0) {
      return Works.NOT_KNOWN;
    }
    Works known = forkJoinThreads.get(klass);
    if (known != null) {
      return known;
    }
    try {
      Works works =
          !heap.extendsClass(klass, thread.klass())
              ? Works.NOT_KNOWN
              : thread.carrier() != 0 && heap.extendsClass(klass, thread.carrier())
                  ? Works.VIRTUAL_THREADS
                  : Works.FORK_JOIN;
      forkJoinThreads.put(klass, works);
      return works;
    } catch (BadMemoryException e) {
      return Works.NOT_KNOWN;
    }
  }

  private static ThreadPool pool(ThreadPool.Kind kind, long[] tids, PoolSampler queues) {
    return new ThreadPool(kind, Arrays.stream(tids).boxed().toList(), queues);
  }

  /** The indices of the threads of each pool. */
  static Map<Long, int[]> byPool(long[] pools) {
    Map<Long, List<Integer>> lists = new LinkedHashMap<>();
    for (int i = 0; i < pools.length; i++) {
      if (pools[i] != 0) {
        lists.computeIfAbsent(pools[i], pool -> new ArrayList<>()).add(i);
      }
    }
    Map<Long, int[]> all = new LinkedHashMap<>();
    lists.forEach(
        (pool, list) -> all.put(pool, list.stream().mapToInt(Integer::intValue).toArray()));
    return all;
  }

  static long[] of(long[] all, int[] indexes) {
    return Arrays.stream(indexes).mapToLong(i -> all[i]).toArray();
  }

  /**
   * HotSpot's list of threads that run Java code. Immutable.
   *
   * <p>It has the address of the reference to each thread, and the kernel's thread id.
   */
  static final class Threads {
    private static final int MOST_THREADS = 200_000;

    /** Further threads are only counted. */
    private static final int MOST_ASKED = 4096;

    private static final long ID_MASK = 0xffff_ffffL;

    private final long list;
    private final int length;
    private final int array;
    private final int object;
    private final int nativeThread;
    private final int id;

    Threads(VmTables tables) throws BadMemoryException {
      list = tables.address("ThreadsSMRSupport::_java_thread_list");
      length = tables.offset("ThreadsList::_length");
      array = tables.offset("ThreadsList::_threads");
      object = tables.offset("JavaThread::_threadObj");
      nativeThread = tables.offset("JavaThread::_osthread", "Thread::_osthread");
      id = tables.offset("OSThread::_thread_id");
    }

    /**
     * The current threads with consistent data.
     *
     * @param handles the addresses of the pointers to their objects
     * @param tids the kernel's ids of them, in the same order
     * @param unasked how many threads were only counted
     */
    @SuppressWarnings("ArrayRecordComponent") // made for one caller
    record Listed(long[] handles, long[] tids, int unasked) {}

    Listed look(HeapWords memory) throws BadMemoryException {
      long now = HeapWords.object(memory.word(list), "the list of threads");
      int count = memory.int4(now + length);
      if (count < 0 || count > MOST_THREADS) {
        throw new BadMemoryException("there are " + count + " threads");
      }
      long first = HeapWords.object(memory.word(now + array), "the threads");
      long[] places = new long[Math.min(count, MOST_ASKED)];
      Arrays.setAll(places, i -> first + (long) i * Long.BYTES);
      long[] threads = memory.pointers(places);
      long[] handles = memory.pointers(HeapWords.after(threads, object));
      long[] natives = memory.pointers(HeapWords.after(threads, nativeThread));
      long[] idPlaces = HeapWords.after(natives, id);
      long[] ids = memory.words(Arrays.stream(idPlaces).map(Memory::wordOf).toArray());
      int kept = 0;
      for (int i = 0; i < threads.length; i++) {
        long tid = Memory.int4(ids[i], idPlaces[i]) & ID_MASK;
        if (handles[i] != 0 && tid > 0 && tid <= Integer.MAX_VALUE) {
          handles[kept] = handles[i];
          ids[kept++] = tid;
        }
      }
      return new Listed(
          Arrays.copyOf(handles, kept), Arrays.copyOf(ids, kept), count - places.length);
    }
  }
}
