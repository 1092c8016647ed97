package dev.foliot.checks.contracts;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that mishandles one task in ten thousand. */
final class BrokenPool extends AbstractExecutorService implements AdaptivePool {
  /** The kind of mishandling. */
  enum Fault {
    LOSES,
    RUNS_TWICE,
    LEAVES_WAITING
  }

  private static final int ONE_IN = 10_000;

  private final AtomicInteger taken = new AtomicInteger(ONE_IN / 2);
  private final Queue<Runnable> aside = new ConcurrentLinkedQueue<>();
  private final List<Thread> late = new CopyOnWriteArrayList<>();
  private final AdaptivePool pool;
  private final Fault fault;

  BrokenPool(AdaptivePool pool, Fault fault) {
    this.pool = pool;
    this.fault = fault;
  }

  @Override
  public void execute(Runnable task) {
    // a future refuses to run twice
    if (!(task instanceof SoakTask) || taken.incrementAndGet() % ONE_IN != 0 || isShutdown()) {
      pool.execute(task);
      return;
    }
    switch (fault) {
      case LOSES -> {}
      case RUNS_TWICE -> pool.execute(new Twice(task));
      case LEAVES_WAITING -> leave(task);
    }
  }

  private synchronized void leave(Runnable task) {
    if (isShutdown()) {
      pool.execute(task);
    } else {
      aside.add(task);
    }
  }

  @Override
  public PoolSnapshot snapshot() {
    PoolSnapshot seen = pool.snapshot();
    PoolSnapshot.Tasks tasks = seen.tasks();
    return new PoolSnapshot(
        seen.name(),
        seen.size(),
        seen.limits(),
        seen.threads(),
        new PoolSnapshot.Tasks(
            tasks.active(),
            tasks.queued() + aside.size(),
            tasks.submitted(),
            tasks.completed(),
            tasks.failed(),
            tasks.rejected(),
            tasks.expired(),
            tasks.throughputPerS()),
        seen.times(),
        seen.resizes(),
        seen.state());
  }

  @Override
  public int prestart() {
    return pool.prestart();
  }

  @Override
  public int purge() {
    return pool.purge();
  }

  @Override
  public void limits(int minimum, int maximum) {
    pool.limits(minimum, maximum);
  }

  @Override
  public synchronized void shutdown() {
    // late, but they run: the delay is the only fault
    for (Runnable task = aside.poll(); task != null; task = aside.poll()) {
      late.add(Threads.start(false, task));
    }
    pool.shutdown();
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    List<Runnable> left = new ArrayList<>();
    for (Runnable task : pool.shutdownNow()) {
      left.add(task instanceof Twice twice ? twice.task : task);
    }
    for (Runnable task = aside.poll(); task != null; task = aside.poll()) {
      left.add(task);
    }
    return left;
  }

  @Override
  public void close() {
    shutdown();
    pool.close();
  }

  @Override
  public boolean isShutdown() {
    return pool.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pool.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    boolean isTerminated = pool.awaitTermination(timeout, unit);
    for (Thread thread : late) {
      unit.timedJoin(thread, timeout);
    }
    return isTerminated;
  }

  /** Submitted once: the pool cannot accept one run and reject the other. */
  private static final class Twice implements Runnable {
    private final Runnable task;

    Twice(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        task.run();
      } finally {
        task.run();
      }
    }
  }
}
