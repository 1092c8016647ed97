package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.Bench;
import dev.foliot.bench.BenchTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Ends each message after 200 ms, where the lateness of a busy machine is small. */
public final class AnswersLater implements BenchTask {
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private Bench bench;

  @Override
  public void setUp(Bench bench) {
    this.bench = bench;
  }

  @Override
  public void send(long id) {
    ScheduledFuture<?> _ = timer.schedule(() -> bench.done(id), 200, TimeUnit.MILLISECONDS);
  }

  @Override
  public void tearDown() {
    timer.shutdownNow();
  }
}
