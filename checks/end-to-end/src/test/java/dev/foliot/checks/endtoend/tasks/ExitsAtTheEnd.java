package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Calls System.exit in one of its last methods, which the system property names. */
public final class ExitsAtTheEnd implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    bench.done(id);
  }

  @Override
  public void runComplete() {
    exit("runComplete");
  }

  @Override
  public void tearDown() {
    exit("tearDown");
  }

  private static void exit(String here) {
    if (here.equals(System.getProperty("exits.where"))) {
      System.exit(0);
    }
  }
}
