package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchParam;
import dev.foliot.bench.BenchTask;

/** Works for as long as its parameter says; has a probe with the name that another one says. */
public final class TakesItsTime implements BenchTask {
  @BenchParam({"20", "200"})
  private int micros;

  @BenchParam("work")
  private String label = "";

  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    bench.probe(label);
  }

  @Override
  public void send(long id) {
    long startNs = bench.nanoTime();
    while (bench.nanoTime() - startNs < micros * 1_000L) {
      Thread.onSpinWait();
    }
    bench.probe(label).record(id, bench.nanoTime() - startNs);
    bench.done(id);
  }
}
