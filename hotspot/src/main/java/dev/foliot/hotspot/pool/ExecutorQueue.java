package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples a ThreadPoolExecutor in the target's heap, without stopping the target. For one thread.
 *
 * <p>It starts from the pool's worker threads. A sample has three parts: whether each worker runs a
 * task, how many tasks wait in the queue, and the head of the queue [1].
 *
 * <p>With an empty queue a sample reads the path from one thread to the queue; otherwise the paths
 * of all threads too, in one system call. If any reference on the path has changed, because the
 * collector moves objects, the search for the path starts again. If the pool has another number of
 * threads than known, the sample is dropped: an unknown thread could be about to take a waiting
 * task.
 *
 * <p>Tasks of a scheduled pool wait in its queue until their time has come, so only those count
 * that should have begun {@link #LATE_NS} ago.
 *
 * <p>[1] java.util.concurrent.ThreadPoolExecutor, the comments on ctl and on Worker: a worker is a
 * lock, held while it runs a task; the lower 29 bits of ctl count the workers.
 */
final class ExecutorQueue implements PoolSampler {
  private static final int TRIES = 3;
  private static final int MOST_TASKS = 1 << 30;
  private static final int MOST_TIMED = 64;
  private static final int NONE = -1;

  /** Nanoseconds after its time when a task of a scheduled pool counts as waiting. */
  private static final long LATE_NS = 10_000_000;

  /** A multiplier that mixes several numbers into one. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final HeapWords heap;
  private final WorkerFields fields;
  private final long[] handles;
  private final long[] tids;
  private final LongSupplier nanoClock;
  private @Nullable Way way;

  /** Whether tasks were queued at the last sample; then the next one probably has some, too. */
  private boolean isQueued;

  /**
   * Creates a sampler; reads nothing yet.
   *
   * @param handles the addresses of the pointers to its threads
   * @param tids the kernel's ids of these, in the same order
   * @param nanoClock the target's clock of nanoseconds, which all processes of a machine share
   */
  ExecutorQueue(
      HeapWords heap, WorkerFields fields, long[] handles, long[] tids, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.heap = heap;
    this.fields = fields;
    this.handles = handles.clone();
    this.tids = tids.clone();
  }

  /** A worker, with the indices of its state and its count in a sample. */
  private record Worker(long tid, int state, int completed) {}

  /** The last known path from the threads to the queue, and the places read along it. */
  private final class Way {
    final HeapWay words;
    final WorkerFields.Queue queue;
    final List<Worker> workers = new ArrayList<>();
    int threads;
    int count;
    int head;

    /** The time of the first task of a scheduled pool. */
    int time = NONE;

    int safepoints;
    int brief;

    final long queueObject;

    Way(HeapReferences references, WorkerFields.Queue queue, long queueObject) {
      words = new HeapWay(references);
      this.queue = queue;
      this.queueObject = queueObject;
    }

    int count(long[] values) throws BadMemoryException {
      int tasks = words.int4(values, count);
      if (tasks < 0 || tasks > MOST_TASKS) {
        throw new BadMemoryException("its queue holds " + tasks + " tasks");
      }
      boolean isEarly =
          queue.kind().isTimed() && (time == NONE || !isLate(values[time], nanoClock.getAsLong()));
      return isEarly ? 0 : tasks;
    }

    long head(long[] values) throws BadMemoryException {
      return queue.kind().hasNodes()
          ? words.target(values, head)
          : Integer.toUnsignedLong(words.int4(values, head));
    }
  }

  @Override
  public Reading<Optional<PoolSample>> sample() {
    try {
      for (int i = 0; i < TRIES; i++) {
        if (way == null) {
          way = find();
        }
        Way known = way;
        int first = isQueued ? known.words.size() : known.brief;
        Optional<long[]> values = known.words.read(heap.memory(), first);
        isQueued = values.isPresent() && known.count(values.get()) > 0;
        if (isQueued && first < known.words.size()) {
          values = known.words.read(heap.memory(), known.words.size());
        }
        if (values.isPresent()) {
          return read(known, values.get()).map(Optional::of);
        }
        way = null;
      }
    } catch (BadMemoryException e) {
      way = null;
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.POOL, e.what()));
    }
    return Reading.unavailable(new JvmReason.PoolMoved());
  }

  private static boolean isLate(long timeNs, long nowNs) {
    return nowNs - timeNs >= LATE_NS;
  }

  /** The tasks of a scheduled pool that should have begun; the first one should have. */
  private int lateTasks(Way known, WorkerFields.Queue.Timed timed) throws BadMemoryException {
    long array = heap.target(known.queueObject + known.queue.head(), "the array of tasks");
    long[] places = new long[Math.clamp(heap.length(array), 0, MOST_TIMED)];
    Arrays.setAll(places, i -> heap.elementPlace(array, i));
    long[] tasks = heap.references(places);
    long[] klasses = heap.klasses(tasks);
    long[] times = heap.words(HeapWords.after(tasks, timed.time()));
    long nowNs = nanoClock.getAsLong();
    int late = 0;
    for (int i = 0; i < tasks.length; i++) {
      late += klasses[i] == timed.klass() && isLate(times[i], nowNs) ? 1 : 0;
    }
    return Math.max(1, late);
  }

  @Override
  public List<Long> tasks(int most) {
    List<Long> tasks = new ArrayList<>();
    Way known = way;
    if (known == null || known.queue.node().isEmpty()) {
      return tasks;
    }
    WorkerFields.Queue.Node fieldsOfNode = known.queue.node().get();
    try {
      long node = heap.reference(known.queueObject + known.queue.head());
      for (int i = 0; i <= most && node != 0 && tasks.size() < most; i++) {
        long item = heap.reference(node + fieldsOfNode.item());
        if (item != 0) {
          tasks.add(item);
        }
        node = heap.reference(node + fieldsOfNode.next());
      }
    } catch (BadMemoryException e) {
      // a node was moved: the tasks before it were there
      return tasks;
    }
    return tasks;
  }

  @Override
  public Map<Long, PoolSampler.Worker> workers() {
    Map<Long, PoolSampler.Worker> all = new HashMap<>();
    Way known = way;
    if (known == null) {
      return all;
    }
    try {
      long[] values = known.words.read(heap.memory(), known.words.size()).orElse(new long[0]);
      if (values.length > 0) {
        for (Worker worker : known.workers) {
          all.put(
              worker.tid(),
              new PoolSampler.Worker(
                  known.words.int4(values, worker.state()) == 1, values[worker.completed()]));
        }
      }
      return all;
    } catch (BadMemoryException e) {
      return Map.of();
    }
  }

  private Way find() throws BadMemoryException {
    long[] threads = heap.pointers(handles);
    long[][] way = fields.wayOf(heap, threads);
    long[] tasks = way[way.length - 1];
    long[] owners = fields.ownersOf(heap, tasks);
    int first = 0;
    while (first < owners.length && owners[first] == 0) {
      first++;
    }
    if (first == owners.length) {
      throw new BadMemoryException("none of its threads is a worker any more");
    }
    long pool = owners[first];
    if (!heap.extendsClass(heap.klassOf(pool), fields.executor())) {
      throw new BadMemoryException("it is no ThreadPoolExecutor");
    }
    long queue = heap.target(pool + fields.queue(), "the queue");
    WorkerFields.Queue ofQueue =
        fields
            .queueOf(heap, heap.klassOf(queue))
            .orElseThrow(() -> new BadMemoryException("its queue is of an unknown class"));
    long control = heap.target(pool + fields.control(), "the count of threads");

    Way found = new Way(heap.layout(), ofQueue, queue);
    HeapWay words = found.words;
    lead(words, first, threads, way);
    words.reference(tasks[first] + fields.owner(), pool);
    words.reference(pool + fields.queue(), queue);
    words.reference(pool + fields.control(), control);
    found.threads = words.value(control + fields.value());
    if (ofQueue.kind().hasCounter()) {
      long counter = heap.target(queue + ofQueue.count(), "the count of tasks");
      words.reference(queue + ofQueue.count(), counter);
      found.count = words.value(counter + fields.value());
    } else {
      found.count = words.value(queue + ofQueue.count());
    }
    if (ofQueue.timed().isPresent()) {
      long array = heap.target(queue + ofQueue.head(), "the array of tasks");
      long place = heap.elementPlace(array, 0);
      long task = heap.reference(place);
      words.reference(queue + ofQueue.head(), array);
      words.reference(place, task);
      found.head = words.value(place);
      if (task != 0 && heap.klassOf(task) == ofQueue.timed().get().klass()) {
        found.time = words.value(task + ofQueue.timed().get().time());
      }
    } else {
      found.head = words.value(queue + ofQueue.head());
    }
    found.safepoints = words.size();
    fields.safepointPlaces().forEach(words::value);
    found.brief = words.size();
    for (int i = 0; i < owners.length; i++) {
      if (owners[i] == pool) {
        lead(words, i, threads, way);
        found.workers.add(
            new Worker(
                tids[i],
                words.value(tasks[i] + fields.state()),
                words.value(tasks[i] + fields.completed())));
      }
    }
    return found;
  }

  private void lead(HeapWay words, int i, long[] threads, long[][] objects) {
    words.handle(handles[i], threads[i]);
    long from = threads[i];
    for (int step = 0; step < objects.length; step++) {
      words.reference(from + fields.path().get(step), objects[step][i]);
      from = objects[step][i];
    }
  }

  /** With an empty queue the workers' activity does not matter. */
  private PoolSample idle(Way known, long[] values) throws BadMemoryException {
    int workers = known.workers.size();
    return look(known, values, workers, workers, List.of(), Map.of(), 0);
  }

  private Reading<PoolSample> read(Way known, long[] values) throws BadMemoryException {
    int threads = known.words.int4(values, known.threads) & WorkerFields.COUNT_MASK;
    if (threads != known.workers.size()) {
      return Reading.unavailable(new JvmReason.PoolWorkersUnknown(threads, known.workers.size()));
    }
    if (!isQueued) {
      return Reading.of(idle(known, values));
    }
    List<Long> idle = new ArrayList<>();
    long done = 0;
    for (Worker worker : known.workers) {
      int state = known.words.int4(values, worker.state());
      if (state < -1 || state > 1) {
        throw new BadMemoryException("a worker is in state " + state);
      }
      if (state == 0) {
        idle.add(worker.tid());
      }
      // each task that was ever taken is finished or running
      done += values[worker.completed()] + Math.max(0, state);
    }
    int counted = known.count(values);
    int tasks =
        counted > 0 && known.queue.timed().isPresent()
            ? lateTasks(known, known.queue.timed().get())
            : counted;
    // an array's index wraps around, and a task may return to the queue; the number of tasks ever
    // taken only grows
    Map<Integer, Long> heads =
        tasks == 0 ? Map.of() : Map.of(0, known.head(values) * SPREAD + done);
    return Reading.of(look(known, values, threads, threads - idle.size(), idle, heads, tasks));
  }

  private PoolSample look(
      Way known,
      long[] values,
      int threads,
      int busy,
      List<Long> idle,
      Map<Integer, Long> heads,
      long tasks)
      throws BadMemoryException {
    boolean tells = fields.safepointPlaces().size() == 2;
    return new PoolSample(
        threads,
        busy,
        threads,
        !idle.isEmpty(),
        idle,
        new PoolSample.Tasks(heads, known.head(values), tasks),
        tells
            ? new PoolSample.Stops(values[known.safepoints], values[known.safepoints + 1])
            : PoolSample.Stops.UNKNOWN);
  }
}
