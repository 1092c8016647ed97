package dev.foliot.apps.lottery;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A thread that makes type checks without end, with its counts. For one owner. */
final class CheckingThread {
  /** Between these rounds it checks for the stop, and publishes its count. */
  private static final int ROUNDS = 10_000;

  /**
   * Distance in longs on both sides of a count: counts of different threads share no cache line.
   */
  private static final int APART = 32;

  private static final long END_MS = 5_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Checks checks;
  private final Thread thread;
  private final AtomicLongArray told = new AtomicLongArray(2 * APART);
  private volatile boolean isStopped;
  private volatile long sum;
  private volatile @Nullable Throwable failure;

  /**
   * Creates the thread without starting it.
   *
   * @param name at most 15 characters, the kernel's limit
   */
  CheckingThread(String name, Checks checks) {
    this.checks = checks;
    this.thread = new Thread(this::play, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void play() {
    try {
      long done = 0;
      long all = 0;
      while (!isStopped) {
        all += checks.run(ROUNDS);
        done += (long) ROUNDS * checks.checksPerRound();
        told.lazySet(APART, done);
      }
      sum = all;
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  /** Number of type checks made. */
  long checks() {
    Throwable seen = failure;
    if (seen != null) {
      throw new IllegalStateException("a thread that makes type checks failed", seen);
    }
    return told.get(APART);
  }

  /** Its CPU time so far in nanoseconds; -1 if the JVM does not support it. */
  long cpuNs() {
    return THREADS.getThreadCpuTime(thread.getId());
  }

  /** The sum of the checks' results, which prevents their removal by the JIT. */
  long sum() {
    return sum;
  }

  /** Stops it and waits for it. */
  void stop() throws InterruptedException {
    isStopped = true;
    thread.join(END_MS);
  }
}
