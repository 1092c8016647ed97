package dev.foliot.checks.specimens.waits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Pools of a few threads with one or two hundred tasks a second. */
final class Pools {
  private static final String KIND = "exhausted-pool";
  private static final int THREADS = 4;
  private static final int MOST_QUEUED = 50;
  private static final long BETWEEN_MS = 10;
  private static final int SHARING = 8;
  private static final int PERMITS = 2;
  private static final long HELD_MS = 40;

  private Pools() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
            "pool-unanswered",
            "All workers read from a socket that nobody answers.",
            KIND,
            Pools.class.getName() + ".ask",
            () -> asking(false)),
        WaitSpecimen.affected(
            "pool-own-tasks",
            "All workers wait for the result of a task in the queue of their own pool.",
            KIND,
            Pools.class.getName() + ".outer",
            Pools::ownTasks),
        WaitSpecimen.affected(
            "pool-own-futures",
            "The same with CompletableFuture.",
            KIND,
            Pools.class.getName() + ".joined",
            Pools::ownFutures),
        WaitSpecimen.affected(
            "pool-locked-out",
            "All workers wait for a lock whose owner sleeps.",
            KIND,
            Pools.class.getName() + ".locked",
            Pools::lockedOut),
        WaitSpecimen.control(
            "pool-answered",
            "The workers read from a socket that is answered at once.",
            () -> asking(true)),
        WaitSpecimen.control(
            "pool-computing", "All workers compute, and tasks wait.", Pools::computing),
        WaitSpecimen.control(
            "pool-chained",
            "Tasks submit others to their own pool and do not wait.",
            Pools::chained),
        WaitSpecimen.affected(
            "pool-two-permits",
            "Eight workers share two permits, and no task is queued.",
            "shared-wait",
            Pools.class.getName() + ".withPermit",
            () -> sharing(PERMITS)),
        WaitSpecimen.control(
            "pool-enough-permits",
            "The same tasks with a permit for each worker.",
            () -> sharing(SHARING)),
        WaitSpecimen.control(
            "pool-consumers",
            "Workers of a pool take from a queue for ever, and mostly wait for the next element.",
            Pools::consuming));
  }

  /** Adds tasks as long as few of them wait. */
  private static void feed(Runnable task) {
    feed(THREADS, MOST_QUEUED, task);
  }

  /** Adds tasks to a pool as long as there are fewer than that. */
  private static void feed(int threads, int most, Runnable task) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Semaphore places = new Semaphore(most);
    Players.repeat(
        1,
        "feeder-",
        () -> {
          places.acquire();
          pool.execute(() -> {
            try {
              task.run();
            } finally {
              places.release();
            }
          });
          Thread.sleep(BETWEEN_MS);
        });
  }

  private static void asking(boolean isAnswered) throws IOException {
    ServerSocket server = new ServerSocket(0, MOST_QUEUED, InetAddress.getLoopbackAddress());
    Players.repeat(
        1,
        "server-",
        () -> {
          Socket client = server.accept();
          if (isAnswered) {
            client.getOutputStream().write(1);
          }
        });
    feed(() -> ask(server));
  }

  private static void ask(ServerSocket server) {
    try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
      socket.getInputStream().read();
      Players.compute();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void ownTasks() {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    for (int i = 0; i < 2 * THREADS; i++) {
      pool.execute(() -> Players.run(() -> outer(pool)));
    }
  }

  private static void outer(ExecutorService pool) throws Exception {
    Thread.sleep(BETWEEN_MS);
    Future<?> inner = pool.submit(Players::compute);
    inner.get();
  }

  private static void ownFutures() {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    for (int i = 0; i < 2 * THREADS; i++) {
      pool.execute(() -> Players.run(() -> joined(pool)));
    }
  }

  private static void joined(ExecutorService pool) throws InterruptedException {
    Thread.sleep(BETWEEN_MS);
    CompletableFuture.runAsync(Players::compute, pool).join();
  }

  private static void lockedOut() {
    ReentrantLock lock = new ReentrantLock();
    Players.start(
        "holder",
        () -> {
          lock.lock();
          Thread.sleep(Long.MAX_VALUE);
        });
    feed(() -> locked(lock));
  }

  private static void locked(ReentrantLock lock) {
    lock.lock();
    try {
      Players.compute();
    } finally {
      lock.unlock();
    }
  }

  private static void sharing(int permits) {
    Semaphore scarce = new Semaphore(permits);
    feed(SHARING, SHARING, () -> Players.run(() -> withPermit(scarce)));
  }

  private static void withPermit(Semaphore scarce) throws InterruptedException {
    scarce.acquire();
    try {
      Thread.sleep(HELD_MS);
    } finally {
      scarce.release();
    }
  }

  private static void consuming() {
    BlockingQueue<Runnable> elements = new LinkedBlockingQueue<>();
    ExecutorService pool = Executors.newFixedThreadPool(SHARING);
    for (int i = 0; i < SHARING; i++) {
      pool.execute(() ->
          Players.run(() -> {
            while (true) {
              elements.take().run();
            }
          }));
    }
    Players.repeat(
        1,
        "producer-",
        () -> {
          elements.add(Players::compute);
          Thread.sleep(BETWEEN_MS);
        });
  }

  private static void computing() {
    feed(() -> {
      for (int i = 0; i < 20_000; i++) {
        Players.compute();
      }
    });
  }

  private static void chained() {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    feed(() -> {
      CompletableFuture<Void> unused =
          CompletableFuture.runAsync(Players::compute, pool).thenRun(Players::compute);
    });
  }
}
