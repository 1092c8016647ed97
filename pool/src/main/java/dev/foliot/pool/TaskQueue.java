package dev.foliot.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait, first in, first out; bounded and closable. Any number of threads.
 *
 * <p>Tasks are numbered. An offer reserves the next number and then fills its slot, in a list of
 * chunks of slots; a poll sees the slot filled and then claims the number. So how many wait is the
 * difference of two numbers that are kept anyway, and nothing is allocated for a task. [1] Morrison
 * and Afek, "Fast Concurrent Queues for x86 Processors", 2013, have lists of such arrays; theirs
 * reserve by an unconditional addition, which could neither keep a bound nor be closed.
 *
 * <p>The bound is on the tasks that wait beyond those that could be begun at once, since a task
 * that finds a free place waits too until a thread has come for it. While no place is free the
 * bound is exact; a task that was just taken and is not yet counted as running leaves its place
 * free for a moment, so that one more may be accepted for each thread that is about to begin one.
 *
 * <p>Closing is one moment before or after each offer: it is a mark in the word that numbers are
 * reserved in. The chunk is found before the number is reserved, so that an offer that fails for
 * want of memory leaves no gap. A thread that is held up between the two steps hides the tasks
 * behind its own until it goes on; it looks for workers only after that, so workers may park
 * meanwhile, and none stays parked once the slot is filled. The two steps are an addition and a
 * store with neither lock, allocation nor safepoint poll of its own between them that could wait
 * for another task, so the time is that for which the scheduler leaves a runnable thread without a
 * CPU: some milliseconds where there are more of them than CPUs, and a virtual thread is not
 * unmounted there. The same holds for any queue whose offers are linked in two steps, those of the
 * JDK included, and a locked queue holds up who offers as well.
 *
 * <p>A chunk that the head has passed lets go of the next one. If it did not, one that had come to
 * the old generation would have the collector keep all that came after it until a full collection.
 * Who meets a passed chunk goes on from the chunk of the head, which has moved on before the link
 * is cut. That chunk is never ahead of the tail, since all numbers before it have been taken.
 *
 * <p>An error in the middle would hide the later tasks for good, and who submits at the end of its
 * stack may get one at any call. So the slot is then filled with a task that does nothing, by a
 * plain store, which needs no call; whoever comes to the slot goes on, and the caller has the
 * error.
 *
 * <p>Reading the clock takes longer than all of that. When tasks come by the hundred thousand a
 * second, only one in so many is stamped with the time ({@link #stampEvery}).
 */
final class TaskQueue {
  private static final long CLOSED = 1L << 62;

  @SuppressWarnings("UnnecessaryLambda") // it is to be there before it is needed
  private static final Runnable NOTHING = () -> {};

  /** How often, in tasks, it is noted how many wait. */
  private static final int NOTE_EVERY = 8;

  /** What became of an offer. */
  enum Offer {
    ACCEPTED,
    FULL,
    CLOSED
  }

  private final int bound;
  private final IntSupplier places;
  private final NanoClock clock;

  /** The next number to be reserved, and the mark. */
  private final PaddedLong tail = new PaddedLong();

  /** The next number to be taken. */
  private final PaddedLong head = new PaddedLong();

  private final AtomicReference<TaskChunk> tailChunk;
  private final AtomicReference<TaskChunk> headChunk;

  /** A stack, which needs no memory: a task is put back most likely because there is none. */
  private final AtomicReference<@Nullable QueuedTask> returned = new AtomicReference<>();

  private final AtomicInteger putBacks = new AtomicInteger();
  private volatile long least;
  private volatile int stampMask;

  // of the control thread alone: the first task at the last look, if it had no stamp
  private long unstamped = -1;
  private long unstampedSinceNs;

  /**
   * @param bound how many may wait
   */
  TaskQueue(int bound, NanoClock clock) {
    this(bound, () -> 0, clock);
  }

  /**
   * @param bound how many may wait beyond the free places
   * @param places how many more tasks may run now, 0 or more; asked when so many wait already
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

  /** How many may wait beyond the free places. */
  int bound() {
    return bound;
  }

  /** Puts a task at the end. */
  Offer offer(Runnable task) {
    long nowNs = QueuedTask.NO_STAMP;
    // this chunk is never one behind that of the tail which is read after it
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
        // if the head's is ahead of the number, the tail has moved on, and the reservation fails
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
        advance(tailChunk, chunk); // may come late or never: the next offer goes on from behind
        return Offer.ACCEPTED;
      }
    }
  }

  /** Whether there is no place for the task of that number. */
  private boolean isFull(long number) {
    if (bound == Integer.MAX_VALUE) {
      return false;
    }
    for (; ; ) {
      long taken = head.get();
      if (number - taken < bound || number - taken - places.getAsInt() < bound) {
        return false;
      }
      if (head.get() == taken) { // else one that was taken may have been counted as running, too
        return true;
      }
    }
  }

  /** Takes the first task; false if none can be taken. */
  boolean poll(QueuedTask into) {
    if (returned.get() != null && pollReturned(into)) {
      return true;
    }
    for (; ; ) {
      // as above, the other way round
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

  /** The chunk of a number; null if there is none yet, or if the head has passed it meanwhile. */
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

  /** The next chunk, or that of the head in place of one that was passed. */
  private TaskChunk orHead(TaskChunk chunk, TaskChunk next) {
    return next == chunk ? headChunk.get() : next;
  }

  private void advanceHead(TaskChunk to) {
    for (TaskChunk seen = headChunk.get(); seen.index < to.index; seen = headChunk.get()) {
      if (headChunk.compareAndSet(seen, to)) {
        passAll(seen, to); // and nobody else does: each stretch was advanced over by one
      }
    }
  }

  private static void passAll(TaskChunk from, TaskChunk to) {
    TaskChunk chunk = from;
    while (chunk.index < to.index) {
      TaskChunk next = chunk.nextOrNew(); // is there, since the head went over it
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
   * Takes back a task that was polled and could not be begun, whatever the bound. Allocates
   * nothing; the object is the queue's from now on, and must not be used again.
   */
  void putBack(QueuedTask task) {
    QueuedTask seen;
    do {
      seen = returned.get();
      task.below = seen;
    } while (!returned.compareAndSet(seen, task));
    putBacks.getAndIncrement(); // last: who has not seen the task sees this one later
  }

  /** How many were put back; wraps around. */
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

  /** Whether there is nothing to poll. */
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
   * How many wait, those included that are just being put in. Both numbers are of one moment, or a
   * thread that is switched off between the two would count all that passed meanwhile.
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

  /** Whether any waits or is just being put in, or did a moment ago: cheaper than the size. */
  boolean isAnyIn() {
    long taken = head.get();
    return (tail.get() & ~CLOSED) != taken || returned.get() != null;
  }

  /** How many were ever accepted, whatever became of them. */
  long accepted() {
    return tail.get() & ~CLOSED;
  }

  /** A worker found nothing to do. */
  void foundEmpty() {
    if (least != 0) {
      least = 0;
    }
  }

  /** The fewest that waited at any moment since the last call, as far as was noted. */
  int leastSinceLast() {
    long now = size();
    long seen = Math.min(least, now);
    least = now;
    return (int) seen;
  }

  /** One task in so many is stamped with the time. */
  int stampEvery() {
    return stampMask + 1;
  }

  /** Has one task in so many stamped with the time; a power of two up to 64. */
  void stampEvery(int tasks) {
    stampMask = tasks - 1;
  }

  /**
   * How long the first of them has waited, 0 if none does; if it has no stamp, since it was first
   * seen by this. On the control thread alone.
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

  /** Whether it is closed and nothing is in it or will come. */
  boolean isOver() {
    long end = tail.get();
    return end >= CLOSED && head.get() == (end & ~CLOSED) && returned.get() == null;
  }

  /** Takes all that is left out of a closed queue, and waits for those that are being put in. */
  @SuppressWarnings("ThreadPriorityCheck") // lets the one that is putting a task in go on
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
