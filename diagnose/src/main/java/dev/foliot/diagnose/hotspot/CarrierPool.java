package dev.foliot.diagnose.hotspot;

import dev.foliot.linux.Reading;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pool that runs virtual threads, looked at in the target's heap again and again, without
 * stopping the target: the static field {@code VirtualThread.DEFAULT_SCHEDULER}, in it the word
 * {@code ctl} and the queues [1].
 *
 * <p>Collectors move objects. So each look reads the whole way again, from the handle of the
 * class's mirror on, in one system call with what it leads to; where any reference on the way has
 * changed, it begins anew. What makes no sense is no look. For one thread.
 *
 * <p>[1] The comments on "ctl" and on WorkQueue in java.util.concurrent.ForkJoinPool, JDK 21 and
 * later: the upper 16 bits count carriers that are released, the next 16 all of them, and the lower
 * 32 are 0 when none waits. The base of a queue grows by one for each task that is taken from it,
 * its top for each that is added.
 */
public final class CarrierPool {
  private static final String AGAIN = "see whether the process still lives; then look again";
  private static final int TRIES = 3;
  private static final int MOST_QUEUES = 1 << 10;
  private static final int MOST_TASKS = 1 << 26;
  private static final int MOST_CARRIERS = 0x7fff;
  private static final int RELEASED_SHIFT = 48;
  private static final int TOTAL_SHIFT = 32;

  // What stands at the beginning of each look, in this order.
  private static final int HANDLE = 0;
  private static final int SCHEDULER = 1;
  private static final int CTL = 2;
  private static final int PARALLELISM = 3;
  private static final int QUEUES = 4;
  private static final int LENGTH = 5;
  private static final int FIRST = 6;

  private final Memory memory;
  private final CarrierFields fields;
  private @Nullable Way way;

  CarrierPool(Memory memory, CarrierFields fields) {
    this.memory = memory;
    this.fields = fields;
  }

  /** A queue of the pool, and where in a look its element, its base and its top are. */
  private record Queue(int number, long oop, int element) {}

  /** From the mirror to the queues, as it was found last, and what is read on it. */
  private static final class Way {
    final long mirror;
    final long pool;
    final long array;
    final int length;
    final List<Queue> queues = new ArrayList<>();
    final long[] places;
    final long[] words;

    Way(long mirror, long pool, long array, int length, Map<Integer, Long> found, CarrierFields f) {
      this.mirror = mirror;
      this.pool = pool;
      this.array = array;
      this.length = length;
      int count = FIRST + length + 2 * found.size() + f.safepointPlaces().size();
      places = new long[count];
      places[HANDLE] = f.mirrorHandle();
      places[SCHEDULER] = mirror + f.scheduler();
      places[CTL] = pool + f.ctl();
      places[PARALLELISM] = pool + f.parallelism();
      places[QUEUES] = pool + f.queues();
      places[LENGTH] = array + f.references().arrayLength();
      for (int i = 0; i < length; i++) {
        places[FIRST + i] = elementPlace(array, i, f);
      }
      int next = FIRST + length;
      for (Map.Entry<Integer, Long> queue : found.entrySet()) {
        queues.add(new Queue(queue.getKey(), queue.getValue(), next));
        places[next++] = queue.getValue() + f.base();
        places[next++] = queue.getValue() + f.top();
      }
      for (long place : f.safepointPlaces()) {
        places[next++] = place;
      }
      words = new long[count];
      for (int i = 0; i < count; i++) {
        words[i] = HeapReferences.wordOf(places[i]);
      }
    }
  }

  private static long elementPlace(long array, int index, CarrierFields fields) {
    HeapReferences references = fields.references();
    return array + references.arrayFirst() + (long) index * references.bytes();
  }

  /**
   * Looks once; empty as long as no virtual thread was started. Unavailable while the objects are
   * being moved, when they make no sense, and when the process has ended.
   */
  public Reading<Optional<CarrierLook>> look() {
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
        if (memory.words(known.words, values) && isWay(known, values)) {
          return Reading.of(Optional.of(read(known, values)));
        }
        way = null;
      }
    } catch (BadMemoryException e) {
      way = null;
      return Reading.unavailable("the pool of the carriers makes no sense: " + e.what(), AGAIN);
    }
    return Reading.unavailable("the pool of the carriers is being moved", AGAIN);
  }

  private @Nullable Way find() throws BadMemoryException {
    long mirror = object(word(fields.mirrorHandle()), "the mirror of VirtualThread");
    long pool = reference(mirror + fields.scheduler());
    if (pool == 0) {
      return null;
    }
    object(pool, "the scheduler");
    checkClass(pool);
    long array = reference(pool + fields.queues());
    if (array == 0) {
      return null;
    }
    object(array, "the array of queues");
    long lengthPlace = array + fields.references().arrayLength();
    int length = HeapReferences.int4(word(HeapReferences.wordOf(lengthPlace)), lengthPlace);
    if (length < 1 || length > MOST_QUEUES) {
      throw new BadMemoryException("there are " + length + " queues");
    }
    Map<Integer, Long> queues = new HashMap<>();
    for (int i = 0; i < length; i++) {
      long queue = reference(elementPlace(array, i, fields));
      if (queue != 0) {
        queues.put(i, object(queue, "a queue"));
      }
    }
    return new Way(mirror, pool, array, length, queues, fields);
  }

  /** The scheduler may be of a class that extends the pool's. */
  private void checkClass(long pool) throws BadMemoryException {
    long klass = fields.klassIn(word(pool + fields.classWord()));
    for (int depth = 0; depth < 8 && klass != 0; depth++) {
      if (klass == fields.poolKlass()) {
        return;
      }
      klass = word(object(klass, "a class") + fields.superClass());
    }
    throw new BadMemoryException("the scheduler is no ForkJoinPool");
  }

  private static long object(long address, String what) throws BadMemoryException {
    if (address <= 0xfff || (address & (Long.BYTES - 1)) != 0) {
      throw new BadMemoryException(what + " is at " + BadMemoryException.hex(address));
    }
    return address;
  }

  private long reference(long place) throws BadMemoryException {
    return fields.references().in(word(HeapReferences.wordOf(place)), place);
  }

  private long word(long address) throws BadMemoryException {
    long[] value = new long[1];
    if (!memory.words(new long[] {address}, value)) {
      throw new BadMemoryException(BadMemoryException.hex(address) + " cannot be read");
    }
    return value[0];
  }

  /** Whether every reference that led to what was read is still what it was. */
  private boolean isWay(Way known, long[] values) throws BadMemoryException {
    if (values[HANDLE] != known.mirror
        || at(known, values, SCHEDULER) != known.pool
        || at(known, values, QUEUES) != known.array
        || int4(known, values, LENGTH) != known.length) {
      return false;
    }
    long[] elements = new long[known.length];
    known.queues.forEach(queue -> elements[queue.number()] = queue.oop());
    for (int i = 0; i < known.length; i++) {
      if (at(known, values, FIRST + i) != elements[i]) {
        return false;
      }
    }
    return true;
  }

  private long at(Way known, long[] values, int index) throws BadMemoryException {
    return fields.references().in(values[index], known.places[index]);
  }

  private static int int4(Way known, long[] values, int index) {
    return HeapReferences.int4(values[index], known.places[index]);
  }

  private CarrierLook read(Way known, long[] values) throws BadMemoryException {
    long ctl = values[CTL];
    int parallelism = int4(known, values, PARALLELISM) & 0xffff;
    int released = (short) (ctl >>> RELEASED_SHIFT);
    int total = (short) (ctl >>> TOTAL_SHIFT);
    if (parallelism < 1 || parallelism > MOST_CARRIERS || total < 0) {
      throw new BadMemoryException("it has " + total + " carriers of " + parallelism);
    }
    boolean anyWaits = (int) ctl != 0;
    boolean isIdle = anyWaits && released < parallelism;
    Map<Integer, Integer> heads = new HashMap<>();
    long queued = 0;
    for (Queue queue : known.queues) {
      int base = int4(known, values, queue.element());
      int tasks = int4(known, values, queue.element() + 1) - base;
      if (tasks > MOST_TASKS) {
        throw new BadMemoryException("a queue holds " + tasks + " tasks");
      }
      // Where nobody idles it does not matter; the top may lag behind what was just taken.
      if (tasks > 0 && (!isIdle || holdsTask(queue.oop(), base))) {
        heads.put(queue.number(), base);
        queued += tasks;
      }
    }
    int last = known.words.length;
    boolean tells = fields.safepointPlaces().size() == 2;
    return new CarrierLook(
        parallelism,
        released,
        total,
        anyWaits,
        heads,
        queued,
        tells ? values[last - 2] : -1,
        tells ? values[last - 1] : -1);
  }

  /** Whether there is a task where the next one would be taken. */
  private boolean holdsTask(long queue, int base) throws BadMemoryException {
    long array = reference(queue + fields.array());
    if (array == 0) {
      return false;
    }
    long lengthPlace = object(array, "a queue's array") + fields.references().arrayLength();
    int length = HeapReferences.int4(word(HeapReferences.wordOf(lengthPlace)), lengthPlace);
    if (length < 1 || length > MOST_TASKS || Integer.bitCount(length) != 1) {
      throw new BadMemoryException("a queue has room for " + length + " tasks");
    }
    return reference(elementPlace(array, base & (length - 1), fields)) != 0;
  }
}
