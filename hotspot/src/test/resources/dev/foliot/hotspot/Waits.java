package acme;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that wait for each other. */
public final class Waits {
  private static final long HELD_MS = 5;

  private Waits() {}

  private interface Part {
    void run() throws Exception;
  }

  private static final class Account {
    long sum;
  }

  private static final Account ACCOUNT = new Account();
  private static final ReentrantLock LOCK = new ReentrantLock();

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "deadlock" -> deadlock();
      case "monitor" -> each(4, "teller-", Waits::add);
      case "lock" -> each(4, "clerk-", Waits::addLocked);
      case "reader" -> reader();
      case "starved" -> starved();
      case "pinned" -> pinned();
      case "finalized" -> finalized();
      case "quiet" -> quiet();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.out.println("pid\t" + ManagementFactory.getRuntimeMXBean().getPid());
    System.out.println("ready");
    Thread.sleep(Long.MAX_VALUE);
  }

  private static Thread start(String name, Part part) {
    Thread thread =
        new Thread(
            () -> {
              try {
                part.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Thread thread, Thread.State state) throws InterruptedException {
    while (thread.getState() != state) {
      Thread.sleep(1);
    }
  }

  /** One holds a monitor and wants a lock, the other the other way round. */
  private static void deadlock() throws Exception {
    CountDownLatch both = new CountDownLatch(2);
    Thread first = start("first of a long name", () -> monitorFirst(both));
    Thread second = start("second", () -> lockFirst(both));
    await(first, Thread.State.WAITING);
    await(second, Thread.State.BLOCKED);
    Thread third = start("third", () -> add());
    await(third, Thread.State.BLOCKED);
  }

  private static void monitorFirst(CountDownLatch both) throws Exception {
    synchronized (ACCOUNT) {
      both.countDown();
      both.await();
      LOCK.lock(); // wants lock
    }
  }

  private static void lockFirst(CountDownLatch both) throws Exception {
    LOCK.lock();
    both.countDown();
    both.await();
    synchronized (ACCOUNT) { // wants monitor
      ACCOUNT.sum++;
    }
  }

  private static void each(int threads, String name, Part part) {
    for (int i = 1; i <= threads; i++) {
      start(
          name + i,
          () -> {
            while (true) {
              part.run();
            }
          });
    }
  }

  private static void add() throws Exception {
    synchronized (ACCOUNT) { // contended monitor
      ACCOUNT.sum++;
      Thread.sleep(HELD_MS);
    }
  }

  private static void addLocked() throws Exception {
    LOCK.lock(); // contended lock
    try {
      Thread.sleep(HELD_MS);
    } finally {
      LOCK.unlock();
    }
  }

  /** A thread that inflates the monitor of another one, which never contended for it. */
  private static void reader() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Thread owner =
        start(
            "owner",
            () -> {
              synchronized (ACCOUNT) {
                held.countDown();
                Thread.sleep(Long.MAX_VALUE);
              }
            });
    held.await();
    await(owner, Thread.State.TIMED_WAITING);
    await(start("waiter", Waits::add), Thread.State.BLOCKED);
  }

  /** Tasks that wait for tasks of their own pool. */
  private static void starved() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    CountDownLatch both = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      pool.submit(() -> {
        both.countDown();
        both.await();
        Future<Integer> inner = pool.submit(() -> 1);
        return inner.get(); // waits for its own pool
      });
    }
    both.await();
    Thread.sleep(100);
  }

  /** Virtual threads that sleep within a monitor. */
  private static void pinned() throws Exception {
    List<Object> own = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Object mine = new Object();
      own.add(mine);
      Thread.class
          .getMethod("startVirtualThread", Runnable.class)
          .invoke(null, (Runnable) () -> sleepWithin(mine));
    }
    Thread.sleep(200);
  }

  private static void sleepWithin(Object mine) {
    try {
      while (true) {
        synchronized (mine) {
          Thread.sleep(20); // pinned
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @SuppressWarnings("removal")
  private static final class Slow {
    @Override
    protected void finalize() throws Throwable {
      Thread.sleep(50); // slow finalizer
    }
  }

  private static void finalized() throws Exception {
    start(
        "maker",
        () -> {
          while (true) {
            for (int i = 0; i < 200; i++) {
              new Slow();
            }
            byte[][] garbage = new byte[64][];
            for (int i = 0; i < garbage.length; i++) {
              garbage[i] = new byte[100_000];
            }
            System.gc();
            Thread.sleep(20);
          }
        });
    Thread.sleep(500);
  }

  /** Threads with locks of their own, and a pool that keeps up. */
  private static void quiet() throws Exception {
    for (int i = 1; i <= 4; i++) {
      ReentrantLock mine = new ReentrantLock();
      start(
          "apart-" + i,
          () -> {
            while (true) {
              mine.lock();
              try {
                Thread.sleep(HELD_MS);
              } finally {
                mine.unlock();
              }
            }
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(4);
    start(
        "feeder",
        () -> {
          while (true) {
            pool.submit(() -> sleep(1));
            Thread.sleep(2);
          }
        });
  }
}
