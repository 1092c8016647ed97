package dev.foliot.checks.specimens.waits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that take locks in different orders. Beside them another one works. */
final class Deadlocks {
  private static final String KIND = "deadlock";

  private final Object left = new Object();
  private final Object right = new Object();
  private final ReentrantLock lock = new ReentrantLock();

  private Deadlocks() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
            "deadlock-monitors",
            "Two threads take two monitors in different orders.",
            KIND,
            Deadlocks.class.getName() + ".nested",
            () -> new Deadlocks().monitors()),
        WaitSpecimen.affected(
            "deadlock-locks",
            "Three threads hold a lock each and want the next one's.",
            KIND,
            Deadlocks.class.getName() + ".next",
            Deadlocks::ring),
        WaitSpecimen.affected(
            "deadlock-mixed",
            "One thread holds a monitor and wants a lock, the other the other way round.",
            KIND,
            Deadlocks.class.getName() + ".monitorThenLock",
            () -> new Deadlocks().mixed()),
        WaitSpecimen.control(
            "locks-in-order",
            "Two threads take two monitors in the same order, for a moment.",
            () -> new Deadlocks().ordered()));
  }

  private static void worker() {
    Players.repeat(
        1,
        "worker-",
        () -> {
          Players.compute();
          Thread.sleep(2);
        });
  }

  private void monitors() throws Exception {
    worker();
    CountDownLatch both = new CountDownLatch(2);
    Thread first = Players.start("payer-1", () -> nested(left, right, both));
    Thread second = Players.start("payer-2", () -> nested(right, left, both));
    Players.await(first, Thread.State.BLOCKED);
    Players.await(second, Thread.State.BLOCKED);
  }

  private static void nested(Object outer, Object inner, CountDownLatch both)
      throws InterruptedException {
    synchronized (outer) {
      both.countDown();
      both.await();
      synchronized (inner) {
        Players.compute();
      }
    }
  }

  private static void ring() throws Exception {
    worker();
    int size = 3;
    List<ReentrantLock> locks = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      locks.add(new ReentrantLock());
    }
    CountDownLatch all = new CountDownLatch(size);
    for (int i = 0; i < size; i++) {
      ReentrantLock own = locks.get(i);
      ReentrantLock next = locks.get((i + 1) % size);
      Players.await(start(i, own, next, all), Thread.State.WAITING);
    }
  }

  private static Thread start(
      int number, ReentrantLock own, ReentrantLock next, CountDownLatch all) {
    return Players.start("ring-" + number, () -> next(own, next, all));
  }

  private static void next(ReentrantLock own, ReentrantLock next, CountDownLatch all)
      throws InterruptedException {
    own.lock();
    all.countDown();
    all.await();
    next.lock();
  }

  private void mixed() throws Exception {
    worker();
    CountDownLatch both = new CountDownLatch(2);
    Thread first = Players.start("mixed-1", () -> monitorThenLock(both));
    Thread second = Players.start("mixed-2", () -> lockThenMonitor(both));
    Players.await(first, Thread.State.WAITING);
    Players.await(second, Thread.State.BLOCKED);
  }

  private void monitorThenLock(CountDownLatch both) throws InterruptedException {
    synchronized (left) {
      both.countDown();
      both.await();
      lock.lock();
    }
  }

  private void lockThenMonitor(CountDownLatch both) throws InterruptedException {
    lock.lock();
    both.countDown();
    both.await();
    synchronized (left) {
      Players.compute();
    }
  }

  private void ordered() {
    worker();
    Players.repeat(
        2,
        "payer-",
        () -> {
          synchronized (left) {
            synchronized (right) {
              Players.compute();
            }
          }
          Thread.sleep(5);
        });
  }
}
