package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Ends some messages twice. */
public final class DoneTwice implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    bench.done(id);
    if (id % 100 == 0) {
      bench.done(id);
    }
  }
}
