package dev.foliot.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A FIFO queue of waiting tasks; bounded and closable. Any number of threads.
 *
 * <p>Tasks are numbered. An offer reserves the next number and then fills its slot, in a list of
 * chunks of slots. A poll finds the slot filled and then claims the number. The queue length is
 * thus the difference of two existing numbers, and a task needs no allocation. [1] Morrison and
 * Afek, "Fast Concurrent Queues for x86 Processors", 2013, use lists of such arrays. They reserve
 * by an unconditional addition, which can neither keep a bound nor be closed.
 *
 * <p>The bound limits the tasks that wait beyond the free places. A task with a free place waits
 * too, until a thread comes for it. Without a free place the bound is exact. A task just taken but
 * not yet counted as running leaves its place free for a moment. One more task may then be accepted
 * for each thread about to begin one.
 *
 * <p>Closing is atomic with each offer: it is a mark in the word that reserves numbers. The chunk
 * is found before the number is reserved: an offer that fails for lack of memory leaves no gap. A
 * thread delayed between the two steps hides the tasks behind its own until it continues. It checks
 * for workers only afterwards. Workers may park until then, but none stays parked once the slot is
 * filled. The two steps are an addition and a store. Between them lies no lock, allocation or
 * safepoint poll that could wait for another task. The delay is therefore the scheduler's: some
 * milliseconds with more runnable threads than CPUs. A virtual thread is not unmounted there. Every
 * queue with offers in two steps has the same delay, including those of the JDK. A locked queue
 * delays submitters as well.
 *
 * <p>A chunk that the head has passed unlinks the next one. Otherwise, a chunk in the old
 * generation would keep all later ones alive until a full collection. A thread that meets a passed
 * chunk continues from the head's chunk, which has moved before the link is cut. That chunk is
 * never ahead of the tail, since all earlier numbers have been taken.
 *
 * <p>An error in the middle would hide later tasks for good, and any call may fail at the end of a
 * stack. The slot is then filled with an empty task by a plain store, which needs no call. Pollers
 * skip it, and the caller gets the error.
 *
 * <p>Reading the clock takes longer than all of this. With hundreds of thousands of tasks a second,
 * only one in {@link #stampEvery} gets a time stamp.
 */
final class TaskQueue {
  private static final long CLOSED = 1L << 62;

  @SuppressWarnings("UnnecessaryLambda") // it must exist before it is needed
  private static final Runnable NOTHING = () -> {};

  /** The queue length is noted once in this many tasks. */
  private static final int NOTE_EVERY = 8;

  /** The result of an offer. */
  enum Offer {
    ACCEPTED,
    FULL,
    CLOSED
  }

  private final int bound;
  private final IntSupplier places;
  private final NanoClock clock;

  /** The next number to reserve, and the mark. */
  private final PaddedLong tail = new PaddedLong();

  /** The next number to take. */
  private final PaddedLong head = new PaddedLong();

  private final AtomicReference<TaskChunk> tailChunk;
  private final AtomicReference<TaskChunk> headChunk;

  /** A stack, which needs no memory: a task usually comes back for lack of it. */
  private final AtomicReference<@Nullable QueuedTask> returned = new AtomicReference<>();

  private final AtomicInteger putBacks = new AtomicInteger();

  /** Number of tasks that were appended a second time. */
  private final AtomicLong requeued = new AtomicLong();

  /** The highest number of accepted tasks that was read: it must never decrease. */
  private final AtomicLong mostAccepted = new AtomicLong();

  private volatile long least;
  private volatile int stampMask;

  // used by the control thread only: the first task at the last look, if unstamped
  private long unstamped = -1;
  private long unstampedSinceNs;

  /**
   * @param bound number of tasks that may wait
   */
  TaskQueue(int bound, NanoClock clock) {
    this(bound, () -> 0, clock);
  }

  /**
   * @param bound number of tasks that may wait beyond the free places
   * @param places number of further tasks that may run, 0 or more; read only when the bound is
   *     reached
   */
  TaskQueue(int bound, IntSupplier places, NanoClock clock) {
    this.bound = bound;
    this.places = places;
    this.clock = clock;
    TaskChunk first = new TaskChunk(0);
    first.fill(0, () -> {}, QueuedTask.NO_STAMP); // links it
    first.empty(0);
    tailChunk = new AtomicReference<>(first);
    headChunk = new AtomicReference<>(first);
  }

  /** The number of tasks that may wait beyond the free places. */
  int bound() {
    return bound;
  }

  /** Appends a task. */
  Offer offer(Runnable task) {
    long nowNs = QueuedTask.NO_STAMP;
    // this chunk is never behind the chunk of the tail that is read after it
    TaskChunk chunk = tailChunk.get();
    for (; ; ) {
      long number = tail.get();
      if (number >= CLOSED) {
        return Offer.CLOSED;
      }
      if (isFull(number)) {
        return Offer.FULL;
      }
      while (chunk.index < number >> TaskChunk.BITS) {
        // if the head's is ahead of the number, the tail has moved, and the reservation fails
        chunk = orHead(chunk, chunk.nextOrNew());
      }
      if (nowNs == QueuedTask.NO_STAMP && Sampling.takes((int) number, stampMask)) {
        nowNs = clock.nanoTime();
      }
      if (tail.compareAndSet(number, number + 1)) {
        try {
          chunk.fill(number, task, nowNs);
        } catch (StackOverflowError | InternalError e) {
          chunk.tasks[(int) number & (TaskChunk.SLOTS - 1)] = NOTHING; // no call here
          throw e;
        }
        advance(tailChunk, chunk); // may come late or never: the next offer continues behind it
        return Offer.ACCEPTED;
      }
    }
  }

  /**
   * Appends a task that was polled, with its stamp and whatever the bound. On a closed queue, or
   * without memory, it returns the task instead.
   *
   * @return false if the queue owns the object from now on
   */
  boolean requeue(QueuedTask task) {
    requeued.getAndIncrement(); // first: the number of accepted tasks must not jump up
    try {
      TaskChunk chunk = tailChunk.get();
      long number = tail.get();
      while (number < CLOSED) {
        while (chunk.index < number >> TaskChunk.BITS) {
          chunk = orHead(chunk, chunk.nextOrNew());
        }
        if (tail.compareAndSet(number, number + 1)) {
          chunk.fill(number, task.task, task.acceptedNs);
          advance(tailChunk, chunk);
          return true;
        }
        number = tail.get();
      }
    } catch (OutOfMemoryError e) {
      // returned below
    }
    requeued.getAndDecrement();
    putBack(task);
    return false;
  }

  /** Whether the task with this number has no place. */
  private boolean isFull(long number) {
    if (bound == Integer.MAX_VALUE) {
      return false;
    }
    for (; ; ) {
      long taken = head.get();
      if (number - taken < bound || number - taken - places.getAsInt() < bound) {
        return false;
      }
      if (head.get() == taken) { // otherwise, a task just taken may also be counted as running
        return true;
      }
    }
  }

  /** Takes the first task; false if none is available. */
  boolean poll(QueuedTask into) {
    if (returned.get() != null && pollReturned(into)) {
      return true;
    }
    for (; ; ) {
      // as above, in reverse order
      TaskChunk chunk = headChunk.get();
      long number = head.get();
      chunk = chunkOf(number, chunk);
      Runnable task = chunk == null ? null : chunk.task(number);
      if (chunk == null || task == null) {
        if (head.get() == number) {
          return false;
        }
        continue;
      }
      into.acceptedNs = chunk.acceptedNs(number);
      if (head.compareAndSet(number, number + 1)) {
        into.task = task;
        chunk.empty(number);
        advanceHead(chunk);
        noteLeast(number + 1);
        return true;
      }
    }
  }

  /** The chunk of a number; null if it does not exist yet, or the head has passed it. */
  private @Nullable TaskChunk chunkOf(long number, TaskChunk from) {
    long index = number >> TaskChunk.BITS;
    TaskChunk chunk = from;
    while (chunk.index < index) {
      TaskChunk next = chunk.next();
      if (next == null) {
        return null;
      }
      chunk = orHead(chunk, next);
    }
    return chunk.index == index ? chunk : null;
  }

  /** The next chunk, or the head's chunk if this one was passed. */
  private TaskChunk orHead(TaskChunk chunk, TaskChunk next) {
    return next == chunk ? headChunk.get() : next;
  }

  private void advanceHead(TaskChunk to) {
    for (TaskChunk seen = headChunk.get(); seen.index < to.index; seen = headChunk.get()) {
      if (headChunk.compareAndSet(seen, to)) {
        passAll(seen, to); // by one thread only: each chunk is advanced over once
      }
    }
  }

  private static void passAll(TaskChunk from, TaskChunk to) {
    TaskChunk chunk = from;
    while (chunk.index < to.index) {
      TaskChunk next = chunk.nextOrNew(); // exists, since the head went past it
      chunk.pass();
      chunk = next;
    }
  }

  private static void advance(AtomicReference<TaskChunk> chunk, TaskChunk to) {
    for (TaskChunk seen = chunk.get(); seen.index < to.index; seen = chunk.get()) {
      chunk.compareAndSet(seen, to);
    }
  }

  private void noteLeast(long taken) {
    if ((taken & (NOTE_EVERY - 1)) == 0) {
      long left = (tail.get() & ~CLOSED) - taken;
      if (left < least) {
        least = left;
      }
    }
  }

  /**
   * Returns a task that was polled but could not begin, whatever the bound. It allocates nothing.
   * The queue owns the object from now on; do not reuse it.
   */
  void putBack(QueuedTask task) {
    QueuedTask seen;
    do {
      seen = returned.get();
      task.below = seen;
    } while (!returned.compareAndSet(seen, task));
    putBacks.getAndIncrement(); // last: a thread that missed the task notices this later
  }

  /** Number of returned tasks; wraps around. */
  int putBacks() {
    return putBacks.get();
  }

  private boolean pollReturned(QueuedTask into) {
    QueuedTask task;
    do {
      task = returned.get();
      if (task == null) {
        return false;
      }
    } while (!returned.compareAndSet(task, task.below)); // each is put there once: no ABA
    into.task = task.task;
    into.acceptedNs = task.acceptedNs;
    return true;
  }

  /** Whether no task can be polled. */
  boolean isEmpty() {
    for (; ; ) {
      TaskChunk chunk = headChunk.get();
      long number = head.get();
      chunk = chunkOf(number, chunk);
      if (chunk != null && chunk.task(number) != null) {
        return false;
      }
      if (head.get() == number) {
        return returned.get() == null;
      }
    }
  }

  /**
   * Number of waiting tasks, including those being added. It reads both numbers at one moment;
   * otherwise a preempted thread would count all tasks that passed in between.
   */
  int size() {
    long taken;
    long end;
    do {
      taken = head.get();
      end = tail.get() & ~CLOSED;
    } while (head.get() != taken);
    return (int) Math.min(Integer.MAX_VALUE, end - taken + returnedSize());
  }

  private int returnedSize() {
    int count = 0;
    for (QueuedTask task = returned.get(); task != null; task = task.below) {
      count++;
    }
    return count;
  }

  /** Whether a task waits or is being added, or was a moment ago: cheaper than the size. */
  boolean isAnyIn() {
    long taken = head.get();
    return (tail.get() & ~CLOSED) != taken || returned.get() != null;
  }

  /** Number of tasks ever accepted, whatever became of them. */
  long accepted() {
    long again = requeued.get();
    long now = (tail.get() & ~CLOSED) - again;
    return mostAccepted.accumulateAndGet(now, Math::max);
  }

  /** Records that a worker found no task. */
  void foundEmpty() {
    if (least != 0) {
      least = 0;
    }
  }

  /** The minimum queue length since the last call, within the precision of the notes. */
  int leastSinceLast() {
    long now = size();
    long seen = Math.min(least, now);
    least = now;
    return (int) seen;
  }

  /** The distance of time stamps: one task in this number is stamped. */
  int stampEvery() {
    return stampMask + 1;
  }

  /** Sets the distance of time stamps, a power of two up to 64. */
  void stampEvery(int tasks) {
    stampMask = tasks - 1;
  }

  /**
   * The wait of the first task; 0 without one. An unstamped task counts from its first observation
   * here. Called only by the control thread.
   */
  long oldestWaitNs(long nowNs) {
    TaskChunk chunk = headChunk.get();
    long number = head.get();
    chunk = chunkOf(number, chunk);
    if (chunk == null || chunk.task(number) == null) {
      return 0;
    }
    long acceptedNs = chunk.acceptedNs(number);
    if (acceptedNs == QueuedTask.NO_STAMP) {
      if (unstamped != number) {
        unstamped = number;
        unstampedSinceNs = nowNs;
      }
      acceptedNs = unstampedSinceNs;
    }
    return Math.max(0, nowNs - acceptedNs);
  }

  /** Refuses all later offers. */
  void close() {
    tail.getAndUpdate(seen -> seen | CLOSED);
  }

  boolean isClosed() {
    return tail.get() >= CLOSED;
  }

  /** Whether it is closed, empty, and no offer is in progress. */
  boolean isOver() {
    long end = tail.get();
    return end >= CLOSED && head.get() == (end & ~CLOSED) && returned.get() == null;
  }

  /** Empties a closed queue, and waits for offers in progress. */
  @SuppressWarnings("ThreadPriorityCheck") // lets an offer in progress continue
  List<Runnable> drain() {
    List<Runnable> left = new ArrayList<>();
    QueuedTask taken = new QueuedTask();
    while (!isOver()) {
      if (poll(taken)) {
        left.add(taken.task);
      } else {
        Thread.yield();
      }
    }
    return left;
  }
}
