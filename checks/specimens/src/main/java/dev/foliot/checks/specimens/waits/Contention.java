package dev.foliot.checks.specimens.waits;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that write a record for two milliseconds, one at a time or independently. */
final class Contention {
  private static final String KIND = "lock-contention";
  private static final int THREADS = 6;
  private static final long WRITE_MS = 2;

  private final Object monitor = new Object();
  private final ReentrantLock lock = new ReentrantLock(true);

  private Contention() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
            "monitor-contended",
            "Six threads write under one monitor.",
            KIND,
            Contention.class.getName() + ".underMonitor",
            () -> shared(false)),
        WaitSpecimen.affected(
            "lock-contended",
            "Six threads write under one fair ReentrantLock.",
            KIND,
            Contention.class.getName() + ".underLock",
            () -> shared(true)),
        WaitSpecimen.control(
            "monitors-apart",
            "Six threads write, each under a monitor of its own.",
            () -> apart(false)),
        WaitSpecimen.control(
            "locks-apart", "Six threads write, each under a lock of its own.", () -> apart(true)));
  }

  private static void shared(boolean isLock) {
    Contention all = new Contention();
    Players.repeat(THREADS, "writer-", () -> all.write(isLock));
  }

  private static void apart(boolean isLock) {
    for (int i = 1; i <= THREADS; i++) {
      Contention own = new Contention();
      Players.repeat(1, "writer-" + i + "-", () -> own.write(isLock));
    }
  }

  private void write(boolean isLock) throws InterruptedException {
    if (isLock) {
      underLock();
    } else {
      underMonitor();
    }
  }

  private void underMonitor() throws InterruptedException {
    synchronized (monitor) {
      Players.compute();
      Thread.sleep(WRITE_MS);
    }
  }

  private void underLock() throws InterruptedException {
    lock.lock();
    try {
      Players.compute();
      Thread.sleep(WRITE_MS);
    } finally {
      lock.unlock();
    }
  }
}
