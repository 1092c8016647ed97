package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import java.util.ArrayList;
import java.util.List;

/** Never releases memory. */
public final class EatsMemory implements BenchTask {
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  private final List<byte[]> held = new ArrayList<>();

  @Override
  public void send(long id) {
    held.add(new byte[1 << 20]);
    bench.done(id);
  }
}
