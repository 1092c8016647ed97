package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Throws at its thousandth message. */
public final class Throws implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    if (id == 1_000) {
      throw new IllegalStateException("boom");
    }
    bench.done(id);
  }
}
