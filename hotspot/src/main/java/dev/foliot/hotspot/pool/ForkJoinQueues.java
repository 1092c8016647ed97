package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Samples a ForkJoinPool in the target's heap, without stopping the target. For one thread.
 *
 * <p>A sample reads the path to the pool, its word {@code ctl} and its queues [1]. Collectors move
 * objects. So each sample reads the whole path again, from the handle on, in one system call with
 * the values. If any reference on the path has changed, the search for the path starts again.
 * Inconsistent values give no sample.
 *
 * <p>[1] The comments on "ctl" and on WorkQueue in java.util.concurrent.ForkJoinPool. The upper 16
 * bits count released workers, the next 16 all workers. Before JDK 19 both are reduced by the
 * parallelism (the latter by the core size, where that is greater). The lower 32 bits are 0 when no
 * worker waits. The base of a queue grows by one for each task taken from it, its top for each task
 * added.
 */
final class ForkJoinQueues implements PoolSampler {
  private static final int TRIES = 3;
  private static final int MOST_QUEUES = 1 << 16;
  private static final int MOST_TASKS = 1 << 26;
  private static final int MOST_WORKERS = 0x7fff;
  private static final int RELEASED_SHIFT = 48;
  private static final int TOTAL_SHIFT = 32;

  // The indices at the beginning of each sample.
  private static final int HANDLE = 0;
  private static final int POOL = 1;
  private static final int CTL = 2;
  private static final int PARALLELISM = 3;
  private static final int QUEUES = 4;
  private static final int LENGTH = 5;
  private static final int FIRST = 6;

  private final HeapWords heap;
  private final Fields fields;
  private final Root root;
  private @Nullable Way way;

  /** Creates a sampler; reads nothing yet. */
  ForkJoinQueues(HeapWords heap, Fields fields, Root root) {
    this.heap = heap;
    this.fields = fields;
    this.root = root;
  }

  /**
   * The start of the path to a pool.
   *
   * @param handle the address of a pointer to an object, which HotSpot keeps up to date
   * @param field the offset in that object of a reference to the pool
   * @param what a name for that object
   */
  record Root(long handle, int field, String what) {}

  /** A queue of the pool, with the indices of its element, base and top in a sample. */
  private record Queue(int number, long oop, int element) {}

  /** The last known path from the handle to the queues, and the places read along it. */
  private final class Way {
    final long object;
    final long pool;
    final long array;
    final int length;
    final List<Queue> queues = new ArrayList<>();
    final long[] places;
    final long[] words;

    Way(long object, long pool, long array, int length, Map<Integer, Long> found) {
      this.object = object;
      this.pool = pool;
      this.array = array;
      this.length = length;
      int count = FIRST + length + 2 * found.size() + fields.safepointPlaces().size();
      places = new long[count];
      places[HANDLE] = root.handle();
      places[POOL] = object + root.field();
      places[CTL] = pool + fields.ctl();
      places[PARALLELISM] = pool + fields.parallelism();
      places[QUEUES] = pool + fields.queues();
      places[LENGTH] = array + heap.layout().arrayLength();
      for (int i = 0; i < length; i++) {
        places[FIRST + i] = heap.elementPlace(array, i);
      }
      int next = FIRST + length;
      for (Map.Entry<Integer, Long> queue : found.entrySet()) {
        queues.add(new Queue(queue.getKey(), queue.getValue(), next));
        places[next++] = queue.getValue() + fields.base();
        places[next++] = queue.getValue() + fields.top();
      }
      for (long place : fields.safepointPlaces()) {
        places[next++] = place;
      }
      words = new long[count];
      for (int i = 0; i < count; i++) {
        words[i] = Memory.wordOf(places[i]);
      }
    }

    long at(long[] values, int index) throws BadMemoryException {
      return heap.layout().in(values[index], places[index]);
    }

    int int4(long[] values, int index) {
      return Memory.int4(values[index], places[index]);
    }
  }

  /** Empty without a pool, such as before the first virtual thread starts. */
  @Override
  public Reading<Optional<PoolSample>> sample() {
    try {
      for (int i = 0; i < TRIES; i++) {
        if (way == null) {
          way = find();
        }
        Way known = way;
        if (known == null) {
          return Reading.of(Optional.empty());
        }
        long[] values = new long[known.words.length];
        if (heap.memory().words(known.words, values) && isWay(known, values)) {
          return Reading.of(Optional.of(read(known, values)));
        }
        way = null;
      }
    } catch (BadMemoryException e) {
      way = null;
      return Reading.unavailable(new JvmReason.PartUnreadable(JvmReason.JvmPart.POOL, e.what()));
    }
    return Reading.unavailable(new JvmReason.PoolMoved());
  }

  private @Nullable Way find() throws BadMemoryException {
    long object = HeapWords.object(heap.word(root.handle()), root.what());
    long pool = heap.reference(object + root.field());
    if (pool == 0) {
      return null;
    }
    HeapWords.object(pool, "the pool");
    if (!heap.extendsClass(heap.klassOf(pool), fields.klass())) {
      throw new BadMemoryException("it is no ForkJoinPool");
    }
    long array = heap.reference(pool + fields.queues());
    if (array == 0) {
      return null;
    }
    int length = heap.length(HeapWords.object(array, "the array of queues"));
    if (length < 1 || length > MOST_QUEUES) {
      throw new BadMemoryException("there are " + length + " queues");
    }
    Map<Integer, Long> queues = new HashMap<>();
    for (int i = 0; i < length; i++) {
      long queue = heap.reference(heap.elementPlace(array, i));
      if (queue != 0) {
        queues.put(i, HeapWords.object(queue, "a queue"));
      }
    }
    return new Way(object, pool, array, length, queues);
  }

  /** Whether every reference on the path is unchanged. */
  private static boolean isWay(Way known, long[] values) throws BadMemoryException {
    if (values[HANDLE] != known.object
        || known.at(values, POOL) != known.pool
        || known.at(values, QUEUES) != known.array
        || known.int4(values, LENGTH) != known.length) {
      return false;
    }
    long[] elements = new long[known.length];
    known.queues.forEach(queue -> elements[queue.number()] = queue.oop());
    for (int i = 0; i < known.length; i++) {
      if (known.at(values, FIRST + i) != elements[i]) {
        return false;
      }
    }
    return true;
  }

  private PoolSample read(Way known, long[] values) throws BadMemoryException {
    long ctl = values[CTL];
    int parallelism = known.int4(values, PARALLELISM) & 0xffff;
    int from = fields.isRelative() ? parallelism : 0;
    int released = from + (short) (ctl >>> RELEASED_SHIFT);
    int total = from + (short) (ctl >>> TOTAL_SHIFT);
    if (parallelism < 1 || parallelism > MOST_WORKERS) {
      throw new BadMemoryException("it has " + total + " threads of " + parallelism);
    }
    boolean anyWaits = (int) ctl != 0;
    boolean isIdle = anyWaits && released < parallelism;
    Map<Integer, Long> heads = new HashMap<>();
    long queued = 0;
    long taken = 0;
    for (Queue queue : known.queues) {
      int base = known.int4(values, queue.element());
      int tasks = known.int4(values, queue.element() + 1) - base;
      if (tasks > MOST_TASKS) {
        throw new BadMemoryException("a queue holds " + tasks + " tasks");
      }
      taken += base;
      // Without an idle thread the tasks do not matter; the top may lag behind the last task taken.
      if (tasks > 0 && (!isIdle || holdsTask(queue.oop(), base))) {
        heads.put(queue.number(), (long) base);
        queued += tasks;
      }
    }
    int last = known.words.length;
    boolean tells = fields.safepointPlaces().size() == 2;
    return new PoolSample(
        parallelism,
        released,
        total,
        anyWaits,
        List.of(),
        new PoolSample.Tasks(heads, taken, queued),
        tells
            ? new PoolSample.Stops(values[last - 2], values[last - 1])
            : PoolSample.Stops.UNKNOWN);
  }

  /** Whether a task is at the place of the next take. */
  private boolean holdsTask(long queue, int base) throws BadMemoryException {
    long array = heap.reference(queue + fields.array());
    if (array == 0) {
      return false;
    }
    int length = heap.length(HeapWords.object(array, "a queue's array"));
    if (length < 1 || length > MOST_TASKS || Integer.bitCount(length) != 1) {
      throw new BadMemoryException("a queue has room for " + length + " tasks");
    }
    return heap.reference(heap.elementPlace(array, base & (length - 1))) != 0;
  }

  /**
   * The fields of a ForkJoinPool and of its queues. Immutable; offsets in bytes.
   *
   * @param klass the class of pools
   * @param ctl of a pool: its counts
   * @param isRelative whether these counts are relative to the parallelism
   * @param parallelism of a pool: how many may run
   * @param queues of a pool: the array of its queues
   * @param base of a queue: how many tasks were taken from it
   * @param top of a queue: how many tasks were added to it
   * @param array of a queue: its tasks
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty if
   *     not exported
   */
  record Fields(
      long klass,
      int ctl,
      boolean isRelative,
      int parallelism,
      int queues,
      int base,
      int top,
      int array,
      List<Long> safepointPlaces) {
    private static final String POOL = "java.util.concurrent.ForkJoinPool";
    private static final String QUEUE = POOL + "$WorkQueue";
    private static final String PARALLELISM = "parallelism";

    /** The classes that declare them. */
    static final Set<String> CLASSES = Set.of(POOL, QUEUE);

    Fields {
      safepointPlaces = List.copyOf(safepointPlaces);
    }

    /** Empty if the classes are not loaded yet; then no pool exists. */
    static Optional<Fields> of(
        Pages pages,
        JavaFields fields,
        HeapReferences references,
        Map<String, LoadedClass> classes,
        List<Long> safepointPlaces)
        throws BadMemoryException {
      LoadedClass pool = classes.get(POOL);
      LoadedClass queue = classes.get(QUEUE);
      if (pool == null || queue == null) {
        return Optional.empty();
      }
      JavaFields.Places ofPool = new JavaFields.Places(pages, fields, pool.address());
      JavaFields.Places ofQueue = new JavaFields.Places(pages, fields, queue.address());
      // before JDK 19: the lower half of the pool's mode, the zero point of the counts in ctl
      boolean isRelative = !ofPool.has(PARALLELISM);
      return Optional.of(
          new Fields(
              pool.address(),
              ofPool.of("ctl", Long.BYTES),
              isRelative,
              ofPool.of(isRelative ? "mode" : PARALLELISM, Integer.BYTES),
              ofPool.of("queues", references.bytes()),
              ofQueue.of("base", Integer.BYTES),
              ofQueue.of("top", Integer.BYTES),
              ofQueue.of("array", references.bytes()),
              safepointPlaces));
    }
  }
}
