package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Never returns from a message. */
public final class Stuck implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) throws InterruptedException {
    if (id == 1_000) {
      new java.util.concurrent.CountDownLatch(1).await();
    }
    bench.done(id);
  }
}
