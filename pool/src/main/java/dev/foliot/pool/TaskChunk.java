package dev.foliot.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the queue: the tasks of {@link #SLOTS} consecutive numbers and when they came. Each
 * slot is filled once by the thread that reserved its number, and emptied once by the one that took
 * it.
 */
final class TaskChunk {
  static final int BITS = 7;
  static final int SLOTS = 1 << BITS;
  private static final VarHandle TASKS = MethodHandles.arrayElementVarHandle(Runnable[].class);
  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(TaskChunk.class, "next", TaskChunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The number of its first slot, divided by the number of slots. */
  final long index;

  /** Read and written here, but where no call can be made any more. */
  final @Nullable Runnable[] tasks = new Runnable[SLOTS];

  private final long[] acceptedNs = new long[SLOTS];
  private volatile @Nullable TaskChunk next;

  TaskChunk(long index) {
    this.index = index;
  }

  private static int slot(long number) {
    return (int) number & (SLOTS - 1);
  }

  void fill(long number, Runnable task, long nowNs) {
    int slot = slot(number);
    acceptedNs[slot] = nowNs;
    TASKS.setVolatile(tasks, slot, task);
  }

  /** The task of that number; null before it is filled and after it was emptied. */
  @Nullable Runnable task(long number) {
    return (Runnable) TASKS.getVolatile(tasks, slot(number));
  }

  /** When the task of that number was accepted, once it was seen. */
  long acceptedNs(long number) {
    return acceptedNs[slot(number)];
  }

  void empty(long number) {
    TASKS.setRelease(tasks, slot(number), null);
  }

  /** The next one, null if there is none yet; itself if it was passed. */
  @Nullable TaskChunk next() {
    return next;
  }

  /**
   * Lets go of the next one: the head of the queue has passed this chunk. A link to itself, and not
   * none, tells who still comes by from the last chunk, as in the JDK's ConcurrentLinkedQueue.
   */
  void pass() {
    next = this;
  }

  /** The next one, which is made if there is none; itself if it was passed. */
  TaskChunk nextOrNew() {
    TaskChunk seen = next;
    if (seen != null) {
      return seen;
    }
    TaskChunk made = new TaskChunk(index + 1);
    TaskChunk other = (TaskChunk) NEXT.compareAndExchange(this, (TaskChunk) null, made);
    return other == null ? made : other;
  }
}
