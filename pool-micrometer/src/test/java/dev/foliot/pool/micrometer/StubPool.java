package dev.foliot.pool.micrometer;

import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.DurationSummary;
import dev.foliot.pool.PoolSnapshot;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that runs nothing and reports fixed, distinct figures. */
final class StubPool extends AbstractExecutorService implements AdaptivePool {
  private final AtomicInteger snapshots = new AtomicInteger();

  /** How many were taken. */
  int snapshots() {
    return snapshots.get();
  }

  @Override
  public PoolSnapshot snapshot() {
    snapshots.incrementAndGet();
    return new PoolSnapshot(
        "web",
        16,
        new PoolSnapshot.Limits(2, 100, "set"),
        17,
        new PoolSnapshot.Tasks(15, 4, 50, 45, 3, 7, 2, 8.5),
        new PoolSnapshot.Times(
            new DurationSummary(9, 1, 1_000_000, 2_000_000, 3_000_000, 4_000_000),
            new DurationSummary(9, 1, 5_000_000, 6_000_000, 7_000_000, 8_000_000)),
        List.of(),
        "HOLDING");
  }

  @Override
  public int prestart() {
    return 0;
  }

  @Override
  public int purge() {
    return 0;
  }

  @Override
  public void limits(int minimum, int maximum) {}

  @Override
  public void execute(Runnable command) {
    command.run();
  }

  @Override
  public void close() {}

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return false;
  }
}
