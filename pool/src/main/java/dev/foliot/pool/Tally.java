package dev.foliot.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps a tally's counts off the cache line of its neighbour in memory. */
class TallyPadding {
  long p0;
  long p1;
  long p2;
  long p3;
  long p4;
  long p5;
  long p6;
  long p7;
}

/** The counts, and the mark of their current writer. */
class TallyCounts extends TallyPadding {
  long started;
  long completed;
  long taskTimeNs;
  long queueWaitNs;
  long sampledTaskTimeNs;
  long sampledCpuTimeNs;
  volatile int held;
}

/**
 * Counts of tasks, written by one thread at a time. {@link #tryHold} and {@link #release} enclose
 * every count. A thread that finds it held uses another one ({@link Tallies}).
 */
final class Tally extends TallyCounts {
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(TallyCounts.class, "held", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // the same padding behind
  long q0;
  long q1;
  long q2;
  long q3;
  long q4;
  long q5;
  long q6;
  long q7;

  boolean tryHold() {
    return held == 0 && HELD.compareAndSet(this, 0, 1);
  }

  void release() {
    HELD.setRelease(this, 0);
  }

  /** Counts a begun task with its wait. */
  void begun(long waitNs) {
    started++;
    queueWaitNs += waitNs;
  }

  /** Adds time in tasks. */
  void spent(long wallNs) {
    taskTimeNs += wallNs;
  }

  /** Counts an ended task with its time. */
  void ended(long wallNs) {
    completed++;
    taskTimeNs += wallNs;
  }

  /** Adds the sampled CPU time of the task that ended. */
  void sampled(long wallNs, long cpuNs) {
    sampledTaskTimeNs += wallNs;
    sampledCpuTimeNs += cpuNs;
  }

  Totals totals() {
    return new Totals(
        started, completed, taskTimeNs, queueWaitNs, sampledTaskTimeNs, sampledCpuTimeNs);
  }
}
