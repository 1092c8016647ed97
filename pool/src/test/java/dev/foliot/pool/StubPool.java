package dev.foliot.pool;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A pool that runs nothing and reports fixed figures. */
final class StubPool extends AbstractExecutorService implements AdaptivePool {
  private final String name;
  private final AtomicInteger snapshots = new AtomicInteger();
  private volatile int minimum = 1;
  private volatile int maximum = 100;

  StubPool(String name) {
    this.name = name;
  }

  /** How many were taken. */
  int snapshots() {
    return snapshots.get();
  }

  @Override
  public PoolSnapshot snapshot() {
    snapshots.incrementAndGet();
    return new PoolSnapshot(
        name,
        16,
        new PoolSnapshot.Limits(minimum, maximum, "set"),
        17,
        new PoolSnapshot.Tasks(15, 4, 5, 6, 3, 7, 2, 8.5),
        new PoolSnapshot.Times(
            new DurationSummary(9, 10, 11, 12, 13, 14),
            new DurationSummary(18, 19, 20, 21, 22, 23)),
        List.of(new Resize(Instant.EPOCH, 8, 16, "8 → 16: tasks wait")),
        "HOLDING: no task waits");
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
  public void limits(int least, int most) {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException("no size is between " + least + " and " + most);
    }
    minimum = least;
    maximum = most;
  }

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
    return new ArrayList<>();
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
