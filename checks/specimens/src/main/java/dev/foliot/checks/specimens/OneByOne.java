package dev.foliot.checks.specimens;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Another work, in tasks for a pool; each is submitted after the end of the last. */
final class OneByOne implements Work {
  private final Work task;
  private final ExecutorService pool;

  /**
   * With a separate pool, whose threads end with the JVM.
   *
   * @param names of its threads, without their numbers
   */
  OneByOne(Work task, int threads, String names) {
    this.task = task;
    AtomicInteger last = new AtomicInteger();
    this.pool =
        Executors.newFixedThreadPool(
            threads,
            run -> {
              Thread thread = new Thread(run, names + last.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public long run(int rounds) {
    try {
      return pool.submit(() -> task.run(rounds)).get();
    } catch (ExecutionException | CancellationException e) {
      throw new IllegalStateException("a task of the pool failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
