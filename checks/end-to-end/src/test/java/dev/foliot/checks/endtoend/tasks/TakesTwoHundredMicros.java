package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Works for two hundred microseconds: one thread can do at most 5,000 per second. */
public final class TakesTwoHundredMicros implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    long end = bench.nanoTime() + 200_000;
    while (bench.nanoTime() < end) {
      Thread.onSpinWait();
    }
    bench.done(id);
  }
}
