package dev.foliot.checks.peers.pool;

import org.jspecify.annotations.Nullable;

/**
 * One caller with at most one task in the pool: it is that task. Written by the front before the
 * submission, by the worker during the run, and read by the front after its return.
 */
final class Caller implements Runnable {
  private final Callers callers;

  /** The next in the stack of callers whose task has ended. */
  @Nullable Caller next;

  Runnable work;
  long submitNs;
  long beginNs;
  long endNs;

  Caller(Callers callers, Runnable work) {
    this.callers = callers;
    this.work = work;
  }

  @Override
  public void run() {
    beginNs = System.nanoTime();
    callers.begun();
    work.run();
    endNs = System.nanoTime();
    callers.ended(this);
  }
}
