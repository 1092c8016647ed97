package dev.foliot.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The real pool with the real workers, whose threads are never started: actors play them.
 *
 * <p>There is no control thread, because it would correct the workers' omissions. While time
 * passes, a parking worker is woken or leaves, so its actor ends. While time stands still, an actor
 * releases a parking worker, which stays parked until it is woken: no keep-alive ends either. At
 * the end the test checks whether it was woken, and then continues it.
 */
final class PlayedPool {
  private static final long KEEP_ALIVE_NS = 1;
  private static final VarHandle IDLE = field("idle", IdleWorkers.class);

  /** Thrown when a worker parks while time stands still. */
  private static final class Parked extends Error {
    private static final long serialVersionUID = 1;

    private Parked() {
      super("parked", null, false, false);
    }
  }

  /** Whether time passes. */
  enum Time {
    PASSES,
    STANDS_STILL
  }

  private final Queue<Runnable> started = new ConcurrentLinkedQueue<>();
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger parked = new AtomicInteger();
  final PlatformPool pool;

  PlayedPool(int size, Time time) {
    pool =
        new PlatformPool(
            AdaptivePool.builder()
                .name("played")
                .minimum(size)
                .maximum(size)
                .threadFactory(this::thread)
                .keepAlive(Duration.ofNanos(KEEP_ALIVE_NS))
                .clock(time == Time.PASSES ? new PassingClock() : new StoppedClock())
                .settings()) {
          @Override
          void startControl(Thread made) {}
        };
    pool.sizing.resize(size, "as told");
  }

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(PlatformPool.class, MethodHandles.lookup())
          .findVarHandle(PlatformPool.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Thread thread(Runnable worker) {
    made.getAndIncrement();
    return new Thread(worker) {
      @Override
      public synchronized void start() {
        started.add(this);
      }
    };
  }

  /** Like {@code execute}, without the control thread. */
  boolean submit(Runnable task) {
    if (pool.queue.offer(task) != TaskQueue.Offer.ACCEPTED) {
      return false;
    }
    pool.dispatch();
    return true;
  }

  /** Like {@code limits}, without the control thread. */
  void size(int size) {
    pool.sizing.limits(size, size);
    pool.dispatchAll();
  }

  /** A started worker that no actor plays yet. */
  Runnable worker() {
    Runnable worker = started.poll();
    if (worker == null) {
      throw new AssertionError("no worker was started");
    }
    return worker;
  }

  /** Plays a worker until it has ended, or parks while time stands still. */
  void play(Runnable worker) {
    try {
      worker.run();
    } catch (Parked e) {
      parked.getAndIncrement();
    }
  }

  /** Makes a started worker take the first task, which keeps it busy permanently. */
  void keepOneBusy() {
    worker();
    if (!pool.search(new QueuedTask())) {
      throw new AssertionError("there was no task to be busy on");
    }
    pool.found();
  }

  /** Plays all workers that no actor has played, the woken ones, and those that they start. */
  void playTheRest() {
    for (Runnable worker = next(); worker != null; worker = next()) {
      play(worker);
    }
    Thread.interrupted();
  }

  private @Nullable Runnable next() {
    Runnable worker = started.poll();
    if (worker != null || parked.get() == 0 || !((IdleWorkers) IDLE.get(pool)).isEmpty()) {
      return worker;
    }
    // a woken worker behaves like a new one: it searches, and is counted so
    parked.getAndDecrement();
    Worker woken = new Worker(pool, 0);
    woken.admit();
    return woken;
  }

  /** The number of workers ever created. */
  int made() {
    return made.get();
  }

  /** Counts its runs. */
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

  /** A clock that ends every wait at once. */
  static final class PassingClock implements NanoClock {
    private final AtomicLong nowNs = new AtomicLong(1);

    @Override
    public long nanoTime() {
      return nowNs.getAndAdd(2 * KEEP_ALIVE_NS);
    }

    @Override
    public void park(@Nullable Object blocker, long timeoutNs) {}
  }

  /** A clock that never ends a wait. */
  private static final class StoppedClock implements NanoClock {
    @Override
    public long nanoTime() {
      return 1;
    }

    @Override
    public void park(@Nullable Object blocker, long timeoutNs) {
      throw new Parked();
    }
  }
}
