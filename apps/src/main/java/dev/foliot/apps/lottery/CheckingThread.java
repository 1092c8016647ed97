package dev.foliot.apps.lottery;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A thread that makes type checks without end, and how far it has come. For one owner. */
final class CheckingThread {
  /** The stop sign is looked at, and the count told, in between. */
  private static final int ROUNDS = 10_000;

  /** In longs, on both sides of a count: no two threads' counts share a cache line. */
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
   * Not started.
   *
   * @param name of at most 15 characters, so that the kernel keeps it whole
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

  /** How many type checks it has made. */
  long checks() {
    Throwable seen = failure;
    if (seen != null) {
      throw new IllegalStateException("a thread that makes type checks failed", seen);
    }
    return told.get(APART);
  }

  /** Its CPU time so far in nanoseconds; -1 where the JVM cannot tell. */
  long cpuNs() {
    return THREADS.getThreadCpuTime(thread.getId());
  }

  /** What came of the checks, so that none is in vain. */
  long sum() {
    return sum;
  }

  /** Stops it and waits for it. */
  void stop() throws InterruptedException {
    isStopped = true;
    thread.join(END_MS);
  }
}
