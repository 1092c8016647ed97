package dev.foliot.cli;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The JVM that is diagnosed while the launcher's AOT cache is made: two workers of a pool compute,
 * wait for a monitor and have tasks in their queue. It ends with its standard input.
 */
final class TrainingTarget {
  private static final long PAUSE_NS = 2_000_000;
  private static final int STEPS = 100_000;
  private static final int TASKS = 4;

  private final Object monitor = new Object();
  private final AtomicLong sum = new AtomicLong();

  private TrainingTarget() {}

  /** Works until the standard input ends. */
  public static void main(String[] args) throws IOException {
    TrainingTarget target = new TrainingTarget();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int i = 0; i < TASKS; i++) {
      pool.execute(target::work);
    }
    while (System.in.read() >= 0) {
      // nobody writes
    }
    System.exit(0);
  }

  private void work() {
    while (true) {
      long steps = 0;
      for (int i = 0; i < STEPS; i++) {
        steps += i * 31L ^ steps;
      }
      synchronized (monitor) {
        sum.addAndGet(steps);
        LockSupport.parkNanos(PAUSE_NS);
      }
    }
  }
}
