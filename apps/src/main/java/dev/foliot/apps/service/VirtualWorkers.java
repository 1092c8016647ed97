package dev.foliot.apps.service;

import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.LongAdder;

/** A virtual thread for each task. Nothing counts them but this class. */
final class VirtualWorkers implements Workers {
  private final ExecutorService executor;
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  VirtualWorkers(ExecutorService executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable task) {
    executor.execute(() -> {
      begun.increment();
      try {
        task.run();
      } finally {
        ended.increment();
      }
    });
  }

  @Override
  public WorkersSnapshot snapshot() {
    long completed = ended.sum();
    int running = (int) Math.max(0, begun.sum() - completed);
    return new WorkersSnapshot(
        new Strategy.Virtual(),
        OptionalInt.empty(),
        running,
        new WorkersSnapshot.Tasks(running, 0, completed, 0),
        null,
        List.of());
  }

  @Override
  public void end(long patienceNs) {
    Workers.end(executor, patienceNs);
  }
}
