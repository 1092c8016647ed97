package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/**
 * Takes the configured time: {@code -Dplanted.usual=US} for a message, and {@code
 * -Dplanted.slow=US} for every 400th.
 */
public final class Planted implements BenchTask {
  private static final int EVERY = 400;

  private final long usualNs = Long.getLong("planted.usual", 50) * 1_000;
  private final long slowNs = Long.getLong("planted.slow", 20_000) * 1_000;
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    long endNs = bench.nanoTime() + (id % EVERY == 0 ? slowNs : usualNs);
    while (bench.nanoTime() < endNs) {
      Thread.onSpinWait();
    }
    bench.done(id);
  }
}
