package dev.foliot.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps a tally's counts off the cache line of what stands before it in memory. */
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

/** The counts, and the mark of who may write them. */
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
 * Counts of tasks, of one thread at a time: who holds the tally may count, {@link #tryHold} and
 * {@link #release} bracket it. A thread that finds it held takes another one ({@link Tallies}).
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

  // the same behind
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

  /** A task is begun that has waited so long. */
  void begun(long waitNs) {
    started++;
    queueWaitNs += waitNs;
  }

  /** Tasks ran so long. */
  void spent(long wallNs) {
    taskTimeNs += wallNs;
  }

  /** A task ended that ran so long. */
  void ended(long wallNs) {
    completed++;
    taskTimeNs += wallNs;
  }

  /** Of the task that ended the CPU time was taken too. */
  void sampled(long wallNs, long cpuNs) {
    sampledTaskTimeNs += wallNs;
    sampledCpuTimeNs += cpuNs;
  }

  Totals totals() {
    return new Totals(
        started, completed, taskTimeNs, queueWaitNs, sampledTaskTimeNs, sampledCpuTimeNs);
  }
}
