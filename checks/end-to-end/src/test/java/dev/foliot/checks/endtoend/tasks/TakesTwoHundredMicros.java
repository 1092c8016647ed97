package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Works for two hundred microseconds: 5,000 a second are all that one thread can do. */
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
