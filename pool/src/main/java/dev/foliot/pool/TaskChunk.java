package dev.foliot.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A part of the queue: {@link #SLOTS} tasks with consecutive numbers, and their arrival times. The
 * thread that reserved a number fills its slot once; the thread that took the number empties it
 * once.
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

  /** Accessed here, except where calls are not allowed any more. */
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

  /** The task with this number; null before it is filled and after it was emptied. */
  @Nullable Runnable task(long number) {
    return (Runnable) TASKS.getVolatile(tasks, slot(number));
  }

  /** The acceptance time of a task; valid once its task is visible. */
  long acceptedNs(long number) {
    return acceptedNs[slot(number)];
  }

  void empty(long number) {
    TASKS.setRelease(tasks, slot(number), null);
  }

  /** The next chunk: null if none exists yet, itself if it was passed. */
  @Nullable TaskChunk next() {
    return next;
  }

  /**
   * Unlinks the next chunk: the head of the queue has passed this one. A link to itself instead of
   * null marks it as passed for late readers, as in the JDK's ConcurrentLinkedQueue.
   */
  void pass() {
    next = this;
  }

  /** The next chunk, created if missing; itself if it was passed. */
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
