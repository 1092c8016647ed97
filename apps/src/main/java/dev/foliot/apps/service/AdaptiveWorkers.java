package dev.foliot.apps.service;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.PoolSnapshot;
import java.util.OptionalInt;

/** The adaptive pool. */
final class AdaptiveWorkers implements Workers {
  private final Strategy strategy;
  private final AdaptivePool pool;
  private final ResizeLog resizes;

  AdaptiveWorkers(Strategy strategy, AdaptivePool pool, ResizeLog resizes) {
    this.strategy = strategy;
    this.pool = pool;
    this.resizes = resizes;
  }

  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  @Override
  public WorkersSnapshot snapshot() {
    PoolSnapshot seen = pool.snapshot();
    PoolSnapshot.Tasks tasks = seen.tasks();
    return new WorkersSnapshot(
        strategy,
        OptionalInt.of(seen.size()),
        seen.threads(),
        new WorkersSnapshot.Tasks(
            tasks.active(), tasks.queued(), tasks.completed(), tasks.rejected()),
        seen,
        resizes.last());
  }

  @Override
  public void end(long patienceNs) {
    Workers.end(pool, patienceNs);
  }
}
