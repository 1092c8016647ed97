package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;

/** Allocates an array of 10,000 bytes for each message and consumes it. */
public final class Allocates implements BenchTask {
  /** With its header, to the next eight bytes. */
  public static final int LEAST_BYTES = 10_008;

  private Bench bench;

  @Override
  public void setUp(Bench made) {
    bench = made;
  }

  @Override
  public void send(long id) {
    bench.consume(new byte[10_000]);
    bench.done(id);
  }
}
