package dev.foliot.pool;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The real pool with the real workers, whose threads are never started: actors play them. Time
 * passes whenever someone looks at it, by more than a worker waits for work, so a worker that parks
 * is woken or gone, and an actor that plays it comes to an end. No control thread looks after it:
 * it would make good what the workers miss.
 */
final class PlayedPool {
  private static final long KEEP_ALIVE_NS = 1;

  private final Queue<Runnable> started = new ConcurrentLinkedQueue<>();
  final PlatformPool pool;

  PlayedPool(int size) {
    pool =
        new PlatformPool(
            new PoolSettings(
                "played",
                size,
                size,
                Integer.MAX_VALUE,
                this::thread,
                new PoolListener() {},
                KEEP_ALIVE_NS,
                new PassingClock()));
    pool.sizing.resize(size, "as told");
  }

  private Thread thread(Runnable worker) {
    return new Thread(worker) {
      @Override
      public synchronized void start() {
        started.add(this);
      }
    };
  }

  /** As {@code execute}, without the control thread. */
  boolean submit(Runnable task) {
    if (pool.queue.offer(task) != TaskQueue.Offer.ACCEPTED) {
      return false;
    }
    pool.dispatch();
    return true;
  }

  /** As {@code limits}, without the control thread. */
  void size(int size) {
    pool.sizing.limits(size, size);
    pool.dispatchAll();
  }

  /** A worker that was started and is played by nobody yet. */
  Runnable worker() {
    Runnable worker = started.poll();
    if (worker == null) {
      throw new AssertionError("no worker was started");
    }
    return worker;
  }

  /** Plays all workers that nobody has played, and those that they start. */
  void playTheRest() {
    for (Runnable worker = started.poll(); worker != null; worker = started.poll()) {
      worker.run();
    }
    Thread.interrupted();
  }

  /** Counts how often it ran. */
  static final class Task implements Runnable {
    private final AtomicLong runs = new AtomicLong();

    @Override
    public void run() {
      runs.getAndIncrement();
    }

    int runs() {
      return (int) runs.get();
    }
  }

  /** By which no wait lasts. */
  static final class PassingClock implements NanoClock {
    private final AtomicLong nowNs = new AtomicLong(1);

    @Override
    public long nanoTime() {
      return nowNs.getAndAdd(2 * KEEP_ALIVE_NS);
    }

    @Override
    public void park(@Nullable Object blocker, long timeoutNs) {}
  }
}
