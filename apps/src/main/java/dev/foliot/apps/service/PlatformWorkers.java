package dev.foliot.apps.service;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** A {@link ThreadPoolExecutor}, as {@link java.util.concurrent.Executors} makes them. */
final class PlatformWorkers implements Workers {
  private final Strategy strategy;
  private final ThreadPoolExecutor executor;
  private final LongAdder rejected = new LongAdder();

  private PlatformWorkers(Strategy strategy, ThreadPoolExecutor executor) {
    this.strategy = strategy;
    this.executor = executor;
  }

  static PlatformWorkers fixed(String name, Strategy.Fixed fixed, OptionalInt queueBound) {
    return new PlatformWorkers(
        fixed,
        new ThreadPoolExecutor(
            fixed.threads(),
            fixed.threads(),
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(queueBound.orElse(Integer.MAX_VALUE)),
            threads(name)));
  }

  static PlatformWorkers cached(String name, Strategy.Cached cached) {
    return new PlatformWorkers(
        cached,
        new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), threads(name)));
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return run -> new Thread(run, name + "-" + count.incrementAndGet());
  }

  @Override
  public void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      rejected.increment();
      throw e;
    } catch (OutOfMemoryError e) {
      // the system has no more threads: this task is lost, the service is not
      rejected.increment();
      throw new RejectedExecutionException("no thread could be started", e);
    }
  }

  @Override
  public WorkersSnapshot snapshot() {
    return new WorkersSnapshot(
        strategy,
        strategy instanceof Strategy.Fixed fixed
            ? OptionalInt.of(fixed.threads())
            : OptionalInt.empty(),
        executor.getPoolSize(),
        new WorkersSnapshot.Tasks(
            executor.getActiveCount(),
            executor.getQueue().size(),
            executor.getCompletedTaskCount(),
            rejected.sum()),
        null,
        List.of());
  }

  @Override
  public void end(long patienceNs) {
    Workers.end(executor, patienceNs);
  }
}
