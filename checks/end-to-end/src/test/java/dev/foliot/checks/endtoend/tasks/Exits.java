package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Calls System.exit. */
public final class Exits implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    if (id == 1_000) {
      System.out.println("so long");
      System.exit(7);
    }
    bench.done(id);
  }
}
