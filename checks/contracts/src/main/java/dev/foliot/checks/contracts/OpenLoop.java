package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/** Submits tasks at a constant rate from a thread of its own, until it is closed. */
final class OpenLoop implements AutoCloseable {
  /** A task that may wait. */
  @FunctionalInterface
  interface Task {
    void run() throws InterruptedException;
  }

  private static final long LOOK_NS = 20_000_000;

  private final ExecutorService pool;
  private final Task task;
  private final long everyNs;
  private final Thread thread;
  private volatile boolean isOver;

  /** Starts it. */
  OpenLoop(ExecutorService pool, int perS, Task task) {
    this.pool = pool;
    this.task = task;
    everyNs = 1_000_000_000L / perS;
    thread = new Thread(this::submitAll, "open-loop");
    thread.setDaemon(true);
    thread.start();
  }

  private void submitAll() {
    long dueNs = System.nanoTime();
    while (!isOver) {
      for (long leftNs = dueNs - System.nanoTime(); leftNs > 0; ) {
        LockSupport.parkNanos(leftNs);
        leftNs = dueNs - System.nanoTime();
      }
      try {
        pool.execute(this::run);
      } catch (RejectedExecutionException e) {
        isOver = true;
      }
      dueNs += everyNs;
    }
  }

  private void run() {
    try {
      task.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets it submit for a time. */
  void waitFor(long ns) throws InterruptedException {
    Thread.sleep(ns / 1_000_000);
  }

  /** The same; returns the greatest size of a pool meanwhile. */
  int mostSizeWithin(AdaptivePool observed, long ns) {
    int most = 0;
    long endNs = System.nanoTime() + ns;
    while (System.nanoTime() - endNs < 0) {
      most = Math.max(most, observed.snapshot().size());
      LockSupport.parkNanos(LOOK_NS);
    }
    return most;
  }

  /** Ends it; tasks that wait go on. */
  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
