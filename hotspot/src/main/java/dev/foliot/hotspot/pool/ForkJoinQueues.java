package dev.foliot.hotspot.pool;

import dev.foliot.hotspot.heap.HeapReferences;
import dev.foliot.hotspot.heap.HeapWords;
import dev.foliot.hotspot.heap.JavaFields;
import dev.foliot.hotspot.image.BadMemoryException;
import dev.foliot.hotspot.image.Memory;
import dev.foliot.hotspot.image.Pages;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.text.JvmReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A ForkJoinPool, looked at in the target's heap again and again, without stopping the target: what
 * leads to it, in it the word {@code ctl} and the queues [1].
 *
 * <p>Collectors move objects. So each look reads the whole way again, from the handle on, in one
 * system call with what it leads to; where any reference on the way has changed, it begins anew.
 * What makes no sense is no look. For one thread.
 *
 * <p>[1] The comments on "ctl" and on WorkQueue in java.util.concurrent.ForkJoinPool: the upper 16
 * bits count workers that are released, the next 16 all of them, both less the parallelism before
 * JDK 19 (the latter less the core size, where that is greater), and the lower 32 are 0 when none
 * waits. The base of a queue grows by one for each task that is taken from it, its top for each
 * that is added.
 */
final class ForkJoinQueues implements PoolSampler {
  private static final int TRIES = 3;
  private static final int MOST_QUEUES = 1 << 16;
  private static final int MOST_TASKS = 1 << 26;
  private static final int MOST_WORKERS = 0x7fff;
  private static final int RELEASED_SHIFT = 48;
  private static final int TOTAL_SHIFT = 32;

  // What stands at the beginning of each look, in this order.
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

  /** Nothing is looked for yet. */
  ForkJoinQueues(HeapWords heap, Fields fields, Root root) {
    this.heap = heap;
    this.fields = fields;
    this.root = root;
  }

  /**
   * What leads to a pool.
   *
   * @param handle the address of a pointer to an object, which HotSpot keeps up to date
   * @param field the offset in that object of a reference to the pool
   * @param what that object is
   */
  record Root(long handle, int field, String what) {}

  /** A queue of the pool, and where in a look its element, its base and its top are. */
  private record Queue(int number, long oop, int element) {}

  /** From the handle to the queues, as it was found last, and what is read on it. */
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

  /** Empty as long as there is no pool, as before the first virtual thread is started. */
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

  /** Whether every reference that led to what was read is still what it was. */
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
      // Where nobody idles it does not matter; the top may lag behind what was just taken.
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
        heads,
        taken,
        queued,
        tells ? values[last - 2] : -1,
        tells ? values[last - 1] : -1);
  }

  /** Whether there is a task where the next one would be taken. */
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
   * Where the fields of a ForkJoinPool and of its queues are. Immutable; offsets in bytes.
   *
   * @param klass the class of pools
   * @param ctl of a pool: its counts
   * @param isRelative whether these are counted from the parallelism on
   * @param parallelism of a pool: how many may run
   * @param queues of a pool: the array of its queues
   * @param base of a queue: how many tasks were taken from it
   * @param top of a queue: how many tasks were added to it
   * @param array of a queue: its tasks
   * @param safepointPlaces the addresses of the counter of safepoints and of their time; empty
   *     where the JVM does not tell
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

    /** The classes that have them. */
    static final Set<String> CLASSES = Set.of(POOL, QUEUE);

    Fields {
      safepointPlaces = List.copyOf(safepointPlaces);
    }

    /** Empty where the classes are not loaded yet: there is no pool then. */
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
      // before JDK 19 the lower half of its mode, from which the counts of ctl begin
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
