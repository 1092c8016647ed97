package dev.foliot.checks.specimens.waits;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that sleep while they hold a monitor or a lock of their own. */
final class Carriers {
  private static final int FIRST = 21;
  private static final int LAST_PINNED = 23;
  private static final int THREADS = 100;
  private static final long SLEEP_MS = 20;

  private Carriers() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
                "carriers-pinned",
                "A hundred virtual threads sleep, each in a monitor of its own.",
                "pinned-carriers",
                Carriers.class.getName() + ".inMonitor",
                () -> start(Carriers::inMonitor))
            .on(FIRST, LAST_PINNED),
        WaitSpecimen.control(
                "carriers-free",
                "A hundred virtual threads sleep, each with a lock of its own.",
                () -> start(Carriers::withLock))
            .on(FIRST, Integer.MAX_VALUE));
  }

  private static void start(WaitSpecimen.Program part) throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    for (int i = 0; i < THREADS; i++) {
      start.invoke(null, (Runnable) () -> Players.run(part));
    }
  }

  private static void inMonitor() throws InterruptedException {
    Object own = new Object();
    while (true) {
      synchronized (own) {
        Players.compute();
        Thread.sleep(SLEEP_MS);
      }
    }
  }

  private static void withLock() throws InterruptedException {
    ReentrantLock own = new ReentrantLock();
    while (true) {
      own.lock();
      try {
        Players.compute();
        Thread.sleep(SLEEP_MS);
      } finally {
        own.unlock();
      }
    }
  }
}
