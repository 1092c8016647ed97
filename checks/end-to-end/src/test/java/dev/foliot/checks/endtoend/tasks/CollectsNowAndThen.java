package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Collects the whole heap, of some tens of megabytes, with every 100th message. */
public final class CollectsNowAndThen implements BenchTask {
  private static final int EVERY = 100;
  private static final int ARRAYS = 200_000;
  private static final int BYTES = 100;

  private final byte[][] kept = new byte[ARRAYS][];
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[BYTES];
    }
  }

  @Override
  public void send(long id) {
    if (id % EVERY == 0) {
      System.gc();
    }
    kept[(int) (id % ARRAYS)][0]++;
    bench.done(id);
  }
}
